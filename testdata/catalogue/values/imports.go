// Package imports pins what the catalogue's rows are resolved against.
package imports

import (
	_ "github.com/gofrs/uuid"
	_ "github.com/gofrs/uuid/v5"
	_ "github.com/golang/glog"
	_ "github.com/google/uuid"
	_ "github.com/oklog/ulid"
	_ "github.com/oklog/ulid/v2"
	_ "github.com/rs/xid"
	_ "github.com/rs/zerolog"
	_ "github.com/rs/zerolog/log"
	_ "github.com/satori/go.uuid"
	_ "github.com/segmentio/ksuid"
	_ "github.com/sirupsen/logrus"
	_ "go.uber.org/zap"
	_ "golang.org/x/sync/errgroup"
)
