import {expect, it} from 'vitest';
import {z} from 'zod';
import {moduleFields} from '../../../../src/app/module/module-fields.ts';
import {describeModule} from '../../../../src/core/module/describe-module.ts';
import {moduleMarkdown} from '../../../../src/ui/markdown/module-markdown.ts';

function pageOf(description: string, context: readonly string[] = []): string {
  const module = describeModule({
    name: 'db',
    version: '1.0.0',
    description,
    input: z.strictObject({
      size: z.string().default('1|2').describe(description),
      limits: z.strictObject({cpu: z.string()}).optional(),
    }),
    context,
    generate: () => ({resources: []}),
  });
  const {name, version} = module;
  const fields = moduleFields(module);
  return moduleMarkdown({formatVersion: 1, name, version, description, place: {from: 'built-in'}, fields, context});
}

it('the page of a module has its fields at every depth, and mentions missing parts', () =>
  expect(pageOf('A database.')).toBe(`# Module \`db\`

A database.

Version \`1.0.0\`.

## Fields of the application

Set these fields in \`accessories\` of \`gantry.app.yaml\`. The workspace can also set the fields with "application or platform". The value of the application wins. Maps are merged.

| field | type | set by | default | description |
| --- | --- | --- | --- | --- |
| \`limits\` | \`Object\` | application |  |  |
| \`limits.cpu\` | \`string\` | application | required |  |
| \`size\` | \`string\` | application | \`1\\|2\` | A database. |

## Fields of the platform

Set these fields in \`modules.db.configs\` of the workspace.

None.

## Context

The module receives no key of the context.
`));

it.each([
  {text: 'a <script>', want: 'a &lt;script>'},
  {text: 'two\nlines  here', want: 'two lines here'},
  {text: 'a | b', want: 'a \\| b'},
  {text: 'a \u001b[31m', want: 'a \\x1b[31m'},
])('the description $text cannot leave its cell', ({text, want}) =>
  expect(pageOf(text)).toContain(`| \`1\\|2\` | ${want} |\n`),
);

it('declared outputs are listed', () => {
  const shown = {
    formatVersion: 1,
    name: 'db',
    version: '1',
    description: 'A database.',
    fields: [],
    context: [],
  } as const;
  const page = moduleMarkdown({...shown, place: {from: 'built-in'}, outputs: {host: 'The host.'}});
  expect(page).toContain('## Outputs\n\n- `host`: The host.\n');
});

it('the context keys are listed', () => expect(pageOf('A database.', ['region'])).toContain('- `region`\n'));
