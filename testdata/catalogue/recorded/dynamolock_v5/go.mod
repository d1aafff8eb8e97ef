module cirello.io/dynamolock/v5

go 1.26.0
