package main

import (
	"context"
	"net/http"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// shape is an object whose server issues a phrase for it. The phrase is a sensitive part of values that are unknown as a whole before the
// creation: no plan says that they contain a sensitive part.
type shape struct{ object }

type shapeModel struct {
	ID       types.String  `tfsdk:"id"`
	Name     types.String  `tfsdk:"name"`
	Size     types.String  `tfsdk:"size"`
	Password types.String  `tfsdk:"password"`
	Anything types.Dynamic `tfsdk:"anything"`
	Pair     types.Object  `tfsdk:"pair"`
	One      types.Object  `tfsdk:"one"`
	Items    types.List    `tfsdk:"items"`
	Members  types.Set     `tfsdk:"members"`
	Named    types.Map     `tfsdk:"named"`
	Parts    []issued      `tfsdk:"part"`
	Only     *issued       `tfsdk:"only"`
}

type issued struct {
	Zone   types.String `tfsdk:"zone"`
	Phrase types.String `tfsdk:"phrase"`
}

var issuedType = types.ObjectType{AttrTypes: map[string]attr.Type{"zone": types.StringType, "phrase": types.StringType}}
var pairTypes = map[string]attr.Type{"value": types.StringType, "type": types.StringType}

func (*shape) Metadata(_ context.Context, _ resource.MetadataRequest, to *resource.MetadataResponse) {
	to.TypeName = "gantrytest_shape"
}

func (*shape) Schema(_ context.Context, _ resource.SchemaRequest, to *resource.SchemaResponse) {
	computed := schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
		"zone":   schema.StringAttribute{Computed: true},
		"phrase": schema.StringAttribute{Computed: true, Sensitive: true},
	}}
	given := map[string]schema.Attribute{
		"zone":   schema.StringAttribute{Optional: true},
		"phrase": schema.StringAttribute{Optional: true, Sensitive: true},
	}
	to.Schema = schema.Schema{
		Attributes: map[string]schema.Attribute{
			"id":       schema.StringAttribute{Computed: true},
			"name":     schema.StringAttribute{Required: true},
			"size":     schema.StringAttribute{Optional: true},
			"password": schema.StringAttribute{Optional: true, Sensitive: true},
			"anything": schema.DynamicAttribute{Optional: true},
			// A state has values of any type in the same form.
			"pair":    schema.ObjectAttribute{Computed: true, AttributeTypes: pairTypes},
			"one":     schema.SingleNestedAttribute{Computed: true, Attributes: computed.Attributes},
			"items":   schema.ListNestedAttribute{Computed: true, NestedObject: computed},
			"members": schema.SetNestedAttribute{Computed: true, NestedObject: computed},
			"named":   schema.MapNestedAttribute{Computed: true, NestedObject: computed},
		},
		Blocks: map[string]schema.Block{
			"part": schema.ListNestedBlock{NestedObject: schema.NestedBlockObject{Attributes: given}},
			"only": schema.SingleNestedBlock{Attributes: given},
		},
	}
}

func (one *shape) Create(ctx context.Context, asked resource.CreateRequest, to *resource.CreateResponse) {
	var wanted shapeModel
	to.Diagnostics.Append(asked.Plan.Get(ctx, &wanted)...)
	if to.Diagnostics.HasError() {
		return
	}
	sent := model{Name: wanted.Name, Size: wanted.Size, Password: wanted.Password}
	made := sent.send(http.MethodPost, one.server+"/objects", &to.Diagnostics)
	if made != nil {
		to.Diagnostics.Append(to.State.Set(ctx, wanted.with(made))...)
	}
}

func (one *shape) Read(ctx context.Context, asked resource.ReadRequest, to *resource.ReadResponse) {
	var known shapeModel
	to.Diagnostics.Append(asked.State.Get(ctx, &known)...)
	if to.Diagnostics.HasError() {
		return
	}
	if (model{Name: known.Name}).send(http.MethodGet, one.server+"/objects/"+known.ID.ValueString(), &to.Diagnostics) == nil {
		to.State.RemoveResource(ctx)
	}
}

func (one *shape) Update(ctx context.Context, asked resource.UpdateRequest, to *resource.UpdateResponse) {
	var wanted, known shapeModel
	to.Diagnostics.Append(asked.Plan.Get(ctx, &wanted)...)
	to.Diagnostics.Append(asked.State.Get(ctx, &known)...)
	if to.Diagnostics.HasError() {
		return
	}
	sent := model{Name: wanted.Name, Size: wanted.Size, Password: wanted.Password}
	changed := sent.send(http.MethodPut, one.server+"/objects/"+known.ID.ValueString(), &to.Diagnostics)
	if changed != nil {
		to.Diagnostics.Append(to.State.Set(ctx, wanted.with(changed))...)
	}
}

func (one *shape) Delete(ctx context.Context, asked resource.DeleteRequest, to *resource.DeleteResponse) {
	var known shapeModel
	to.Diagnostics.Append(asked.State.Get(ctx, &known)...)
	if !to.Diagnostics.HasError() {
		(model{Name: known.Name}).send(http.MethodDelete, one.server+"/objects/"+known.ID.ValueString(), &to.Diagnostics)
	}
}

// with returns the model with what the server sets, in a value of each kind.
func (one shapeModel) with(made map[string]string) shapeModel {
	text := func(name string) types.String { return types.StringValue(made[name]) }
	part := types.ObjectValueMust(issuedType.AttrTypes, map[string]attr.Value{"zone": text("name"), "phrase": text("issued")})
	one.ID = text("id")
	one.Pair = types.ObjectValueMust(pairTypes, map[string]attr.Value{"value": text("name"), "type": types.StringValue("string")})
	one.One = part
	one.Items = types.ListValueMust(issuedType, []attr.Value{part})
	one.Members = types.SetValueMust(issuedType, []attr.Value{part})
	one.Named = types.MapValueMust(issuedType, map[string]attr.Value{"first": part})
	return one
}
