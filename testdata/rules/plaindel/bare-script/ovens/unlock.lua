-- KEYS[1]: the oven. ARGV[1]: the baker.
local n = redis.call('DEL', KEYS[1])
redis.call('HINCRBY', KEYS[2], ARGV[1], 1)
return n
