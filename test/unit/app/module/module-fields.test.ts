import {expect, it} from 'vitest';
import {z} from 'zod';
import {type ModuleField, moduleFields} from '../../../../src/app/module/module-fields.ts';
import {describeModule} from '../../../../src/core/module/describe-module.ts';
import type {AnyModule} from '../../../../src/core/module/run-module.ts';

const fieldsOf = (input: AnyModule['input'], platform?: AnyModule['input']): readonly ModuleField[] =>
  moduleFields(
    describeModule({
      name: 'db',
      version: '1',
      description: 'A database.',
      input,
      generate: () => ({resources: []}),
      ...(platform === undefined ? {} : {platform}),
    }),
  );

it.each([
  {
    name: 'a field of the application has its side, its default and its description',
    input: z.strictObject({size: z.string().default('1Gi').describe('The size.')}),
    want: [{name: 'size', side: 'application', required: false, default: '1Gi', description: 'The size.'}],
  },
  {
    name: 'a field of both schemas is set by both, and the schema of the application describes it',
    input: z.strictObject({size: z.string().optional().describe('Of the application.')}),
    platform: z.strictObject({size: z.string().optional().describe('Of the platform.')}),
    want: [{name: 'size', side: 'both', required: false, description: 'Of the application.'}],
  },
  {
    name: 'fields of the application come before those of the platform, and required ones first',
    input: z.strictObject({b: z.string().optional(), c: z.string(), a: z.string().optional()}),
    platform: z.strictObject({a: z.string().optional(), image: z.string(), arch: z.string().optional()}),
    want: [
      {name: 'c', side: 'application', required: true},
      {name: 'b', side: 'application', required: false},
      {name: 'a', side: 'both', required: false},
      {name: 'image', side: 'platform', required: true},
      {name: 'arch', side: 'platform', required: false},
    ],
  },
  {
    name: 'values of an enumeration are listed',
    input: z.strictObject({size: z.enum(['small', 'large'])}),
    want: [{name: 'size', type: 'string', values: ['small', 'large']}],
  },
  {
    name: 'a map of objects has the fields of its values',
    input: z.strictObject({users: z.record(z.string(), z.strictObject({role: z.string()}))}),
    want: [
      {name: 'users', type: 'map[string]Object', fields: [{name: '<name>', fields: [{path: 'db.users.<name>.role'}]}]},
    ],
  },
  {name: 'a module without fields has none', input: z.strictObject({}), want: []},
])('$name', ({input, platform, want}) => {
  const fields = fieldsOf(input, platform);
  expect(fields).toHaveLength(want.length);
  expect(fields).toMatchObject(want);
});
