package idems

import (
	"github.com/redis/go-redis/v9"
	"net/http"
	"strconv"
	"time"
)

// Idempotency middleware: processing, then the response, freed on 5xx.
type Idem struct{ rdb redis.UniversalClient }

func (i *Idem) Wrap(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		key := "idem:" + r.Header.Get("Idempotency-Key")
		ok, err := i.rdb.SetNX(r.Context(), key, "processing", time.Minute).Result()
		if err != nil {
			http.Error(w, "unavailable", 503)
			return
		}
		if !ok {
			http.Error(w, "in progress", 409)
			return
		}
		rec := &recorder{ResponseWriter: w}
		next.ServeHTTP(rec, r)
		if rec.code >= 500 {
			i.rdb.Del(r.Context(), key)
			return
		}
		i.rdb.Set(r.Context(), key, strconv.Itoa(rec.code), 24*time.Hour)
	})
}

type recorder struct {
	http.ResponseWriter
	code int
}

func (r *recorder) WriteHeader(c int) { r.code = c; r.ResponseWriter.WriteHeader(c) }
