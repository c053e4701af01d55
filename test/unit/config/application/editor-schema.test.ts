import {describe, expect, it} from 'vitest';
import {editorSchema} from '../../../../src/config/application/editor-schema.ts';
import {fileSchema} from '../../../../src/config/fields/file-schema.ts';
import {describeModule} from '../../../../src/core/module/describe-module.ts';
import {defineModule, z} from '../../../../src/module.ts';
import {schemaFields} from '../../../rig/schema-fields.ts';

const Tree: z.ZodType = z.lazy(() => z.strictObject({child: Tree.optional(), leaf: z.string().optional()}));
const cache = describeModule(
  defineModule({
    name: 'cache',
    version: '1.0.0',
    description: 'A cache.',
    input: z.strictObject({size: z.string(), memory: z.string(), tree: Tree.optional()}),
    platform: z.strictObject({memory: z.string(), zone: z.string()}),
    generate: () => ({resources: []}),
  }),
);
const schema = editorSchema(new Map([['cache', cache]]));
const at = (accessories: Readonly<Record<string, object>>, ...path: string[]) =>
  schemaFields(schema, {web: {accessories: accessories as never}}, ['web', 'accessories', ...path]);

describe('the schema of an application file for editors', () => {
  it('an accessory with the name of a module offers the fields that the application sets', () => {
    expect(at({cache: {}}, 'cache')).toEqual(['memory', 'module', 'size', 'tree']);
  });

  it('an accessory with another name offers the fields of its `module`', () => {
    expect(at({fast: {module: 'cache'}}, 'fast')).toEqual(['memory', 'module', 'size', 'tree']);
    expect(at({fast: {module: 'other'}}, 'fast')).toEqual(['module']);
  });

  it('references within the schema of a module lead to that schema', () => {
    expect(at({cache: {}}, 'cache', 'tree', 'child', 'child')).toEqual(['child', 'leaf']);
  });

  it('the names of built-in modules and modules of the workspace are offered as accessories', () => {
    expect(at({})).toEqual(expect.arrayContaining(['cache', 'network']));
  });

  it('a field that the platform may set is not required of the application', () => {
    const {required} = (schema['$defs'] as Record<string, {required: string[]}>)['module-cache'] ?? {};
    expect(required).toEqual(['size']);
  });

  it('the schema without modules of the workspace is equal to that of the package', () => {
    expect(editorSchema(new Map())).toEqual(fileSchema('application', 'ref'));
  });
});
