-- KEYS[1]: the oven. ARGV[1]: the baker.
if redis.call('GET', KEYS[1]) ~= ARGV[1] then
	return 0
end
redis.call('HINCRBY', KEYS[2], ARGV[1], 1)
return redis.call('DEL', KEYS[1])
