// Package imports pins what the catalogue's rows are resolved against.
package imports

import (
	_ "github.com/Azure/azure-sdk-for-go/sdk/azcore/to"
	_ "github.com/aws/aws-sdk-go-v2/feature/dynamodb/attributevalue"
	_ "github.com/aws/smithy-go/ptr"
	_ "github.com/bytedance/sonic"
	_ "github.com/goccy/go-json"
	_ "github.com/json-iterator/go"
	_ "github.com/samber/lo"
	_ "github.com/vmihailenco/msgpack/v5"
	_ "go.yaml.in/yaml/v3"
	_ "google.golang.org/protobuf/proto"
	_ "gopkg.in/yaml.v3"
	_ "k8s.io/utils/pointer"
	_ "k8s.io/utils/ptr"
)
