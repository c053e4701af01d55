// Package main is a provider for the tests of Gantry. Its objects are in a server of the test, at the address of the provider block.
// The server decides when a request is answered, so that a test controls each moment.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/provider"
	providerschema "github.com/hashicorp/terraform-plugin-framework/provider/schema"
	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

const address = "gantry.invalid/test/gantrytest"

func main() {
	err := providerserver.Serve(context.Background(), func() provider.Provider { return &testProvider{} },
		providerserver.ServeOpts{Address: address})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

type testProvider struct{}

// key is that of the provider block: Terraform starts one process for each block.
var key types.String

func (*testProvider) Metadata(_ context.Context, _ provider.MetadataRequest, to *provider.MetadataResponse) {
	to.TypeName = "gantrytest"
}

func (*testProvider) Schema(_ context.Context, _ provider.SchemaRequest, to *provider.SchemaResponse) {
	to.Schema = providerschema.Schema{Attributes: map[string]providerschema.Attribute{
		"address": providerschema.StringAttribute{Required: true},
		"key":     providerschema.StringAttribute{Optional: true, Sensitive: true},
	}}
}

func (*testProvider) Configure(ctx context.Context, asked provider.ConfigureRequest, to *provider.ConfigureResponse) {
	var address, secret types.String
	to.Diagnostics.Append(asked.Config.GetAttribute(ctx, path.Root("address"), &address)...)
	to.Diagnostics.Append(asked.Config.GetAttribute(ctx, path.Root("key"), &secret)...)
	to.ResourceData, key = address.ValueString(), secret
}

func (*testProvider) Resources(context.Context) []func() resource.Resource {
	return []func() resource.Resource{
		func() resource.Resource { return &object{} },
		func() resource.Resource { return &shape{} },
	}
}

func (*testProvider) DataSources(context.Context) []func() datasource.DataSource { return nil }

// object is a thing in the server of the test.
type object struct{ server string }

func (one *object) Configure(_ context.Context, asked resource.ConfigureRequest, _ *resource.ConfigureResponse) {
	if server, ok := asked.ProviderData.(string); ok {
		one.server = server
	}
}

type model struct {
	ID       types.String `tfsdk:"id"`
	Name     types.String `tfsdk:"name"`
	Size     types.String `tfsdk:"size"`
	Zone     types.String `tfsdk:"zone"`
	Password types.String `tfsdk:"password"`
	Token    types.String `tfsdk:"token"`
	Serial   types.String `tfsdk:"serial"`
}

func (*object) Metadata(_ context.Context, _ resource.MetadataRequest, to *resource.MetadataResponse) {
	to.TypeName = "gantrytest_object"
}

func (*object) Schema(_ context.Context, _ resource.SchemaRequest, to *resource.SchemaResponse) {
	stays := []planmodifier.String{stringplanmodifier.UseStateForUnknown()}
	to.Schema = schema.Schema{Attributes: map[string]schema.Attribute{
		"id":   schema.StringAttribute{Computed: true, PlanModifiers: stays},
		"name": schema.StringAttribute{Required: true},
		"size": schema.StringAttribute{Optional: true},
		// A change of the zone replaces the object.
		"zone": schema.StringAttribute{
			Optional:      true,
			PlanModifiers: []planmodifier.String{stringplanmodifier.RequiresReplace()},
		},
		"password": schema.StringAttribute{Optional: true, Sensitive: true},
		"token":    schema.StringAttribute{Optional: true, WriteOnly: true},
		// The server sets a new value at each change, so each plan with a change shows the value as unknown.
		"serial": schema.StringAttribute{Computed: true},
	}}
}

func (one *object) Create(ctx context.Context, asked resource.CreateRequest, to *resource.CreateResponse) {
	var wanted model
	to.Diagnostics.Append(asked.Plan.Get(ctx, &wanted)...)
	to.Diagnostics.Append(asked.Config.GetAttribute(ctx, path.Root("token"), &wanted.Token)...)
	if to.Diagnostics.HasError() {
		return
	}
	made := wanted.send(http.MethodPost, one.server+"/objects", &to.Diagnostics)
	if made == nil {
		return
	}
	to.Diagnostics.Append(to.State.Set(ctx, wanted.with(made))...)
}

func (one *object) Read(ctx context.Context, asked resource.ReadRequest, to *resource.ReadResponse) {
	var known model
	to.Diagnostics.Append(asked.State.Get(ctx, &known)...)
	if to.Diagnostics.HasError() {
		return
	}
	found := known.send(http.MethodGet, one.server+"/objects/"+known.ID.ValueString(), &to.Diagnostics)
	if to.Diagnostics.HasError() {
		return
	}
	if found == nil {
		to.State.RemoveResource(ctx)
		return
	}
	known.Name, known.Size, known.Zone = types.StringValue(found["name"]), optional(found, "size"), optional(found, "zone")
	// An import knows no password yet.
	if known.Password.IsNull() {
		known.Password = optional(found, "password")
	}
	to.Diagnostics.Append(to.State.Set(ctx, known.with(found))...)
}

func (one *object) Update(ctx context.Context, asked resource.UpdateRequest, to *resource.UpdateResponse) {
	var wanted model
	to.Diagnostics.Append(asked.Plan.Get(ctx, &wanted)...)
	to.Diagnostics.Append(asked.Config.GetAttribute(ctx, path.Root("token"), &wanted.Token)...)
	if to.Diagnostics.HasError() {
		return
	}
	changed := wanted.send(http.MethodPut, one.server+"/objects/"+wanted.ID.ValueString(), &to.Diagnostics)
	if changed == nil {
		return
	}
	to.Diagnostics.Append(to.State.Set(ctx, wanted.with(changed))...)
}

func (one *object) Delete(ctx context.Context, asked resource.DeleteRequest, to *resource.DeleteResponse) {
	var known model
	to.Diagnostics.Append(asked.State.Get(ctx, &known)...)
	if to.Diagnostics.HasError() {
		return
	}
	known.send(http.MethodDelete, one.server+"/objects/"+known.ID.ValueString(), &to.Diagnostics)
}

// ImportState takes over the object with an id.
func (*object) ImportState(ctx context.Context, asked resource.ImportStateRequest, to *resource.ImportStateResponse) {
	resource.ImportStatePassthroughID(ctx, path.Root("id"), asked, to)
}

// with returns the model with what the server sets. A write-only argument is in no state.
func (one model) with(made map[string]string) model {
	one.ID, one.Serial, one.Token = types.StringValue(made["id"]), types.StringValue(made["serial"]), types.StringNull()
	return one
}

func optional(found map[string]string, name string) types.String {
	if value, ok := found[name]; ok {
		return types.StringValue(value)
	}
	return types.StringNull()
}

// send sends the object to the server, and returns its answer; nil if the object does not exist. The answer "crash" ends this program.
func (one model) send(method, to string, diagnostics *diag.Diagnostics) map[string]string {
	fields := map[string]string{"pid": fmt.Sprint(os.Getpid())}
	for name, value := range map[string]types.String{
		"name": one.Name, "size": one.Size, "zone": one.Zone, "password": one.Password, "token": one.Token,
		"key": key,
	} {
		if !value.IsNull() && !value.IsUnknown() {
			fields[name] = value.ValueString()
		}
	}
	body, err := json.Marshal(fields)
	if err == nil {
		return call(method, to, body, diagnostics)
	}
	diagnostics.AddError("The object cannot be sent", err.Error())
	return nil
}

func call(method, url string, body []byte, diagnostics *diag.Diagnostics) map[string]string {
	request, err := http.NewRequest(method, url, bytes.NewReader(body))
	if err != nil {
		diagnostics.AddError("The address of the server is wrong", err.Error())
		return nil
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		diagnostics.AddError("The server does not answer", err.Error())
		return nil
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		diagnostics.AddError("The server did not answer in full", err.Error())
		return nil
	}
	switch response.StatusCode {
	case http.StatusOK:
	case http.StatusNotFound, http.StatusNoContent:
		return nil
	case http.StatusTeapot:
		fmt.Fprintln(os.Stderr, "the test ends this provider")
		os.Exit(3)
	default:
		diagnostics.AddError("The server refused the object", string(text))
		return nil
	}
	var answer map[string]string
	if err := json.Unmarshal(text, &answer); err != nil {
		diagnostics.AddError("The server answered without an object", err.Error())
		return nil
	}
	return answer
}
