// Package tbl is the table of the oars.
package tbl

import (
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// Table names the tables.
type Table struct {
	API   *dynamodb.Client
	Locks string
	Oars  string
}

// Key is the primary key of an oar.
func Key(oar string) map[string]types.AttributeValue {
	return map[string]types.AttributeValue{"oar": &types.AttributeValueMemberS{Value: oar}}
}

// Name of the lock table.
func (t Table) Name() *string { return aws.String(t.Locks) }
