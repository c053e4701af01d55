import type {BackendField} from '../src/ports/backend-descriptor.ts';
import type {DeclaredField} from '../src/ports/declared-field.ts';
import {BACKENDS} from '../src/registry/backends.ts';
import {KUBECONFIG_PLACES} from '../src/registry/kubeconfig-places.ts';
import {SECRET_STORES} from '../src/registry/secret-stores.ts';
import {SOURCES} from '../src/registry/sources.ts';

/** Returns the page of all kinds that a file can name, made from their descriptors. */
export function kindsPage(): string {
  return [
    '# Backends, secret stores, places of kubeconfigs and sources',
    'Fields in **bold** are required. Relative paths start at the file that names them. The schemas in `schemas/` say the same for editors.',
    '## Backends',
    'Where releases are kept: [the guide](../guides/backends.md).',
    ...BACKENDS.flatMap(({kind, address, fields}) => section(kind, `\`${address.example}\``, rowsOf(fields))),
    '## Secret stores',
    'In `secretStore.provider` of a workspace: [the guide](../guides/secret-stores.md).',
    ...SECRET_STORES.flatMap(({kind, description, example, fields}) =>
      section(kind, `${description} \`provider: {${kind}: ${example}}\``, rowsOf(fields)),
    ),
    '## Places of kubeconfigs',
    'In the `context` of a workspace, with a `url` where it is an address: [which cluster](../concepts/workspaces.md#which-cluster).',
    ...KUBECONFIG_PLACES.flatMap(({kind, named, fields}) =>
      section(
        kind,
        'key' in named ? `A mapping: \`${named.key}\`` : `An address in \`kubeconfig_path\`: \`${named.example}\``,
        rowsOf(fields),
      ),
    ),
    '## Sources',
    'Items of `sources` in stack.yaml.',
    ...SOURCES.flatMap(({name, description, placeholder, example, options}) =>
      section(name, `${description} \`${name}: ${example}\``, [
        `| **\`${name}\`** | \`${placeholder}\` |`,
        ...Object.entries(options).map(([option, text]) => `| \`${option}\` | ${text} |`),
      ]),
    ),
  ].join('\n\n');
}

type Fields = Readonly<Record<string, (DeclaredField | BackendField) & {readonly required?: true}>>;

const section = (kind: string, intro: string, rows: readonly string[]): readonly string[] => [
  `### ${kind}`,
  intro,
  ...(rows.length === 0 ? [] : [['| field | |', '|---|---|', ...rows].join('\n')]),
];

const rowsOf = (fields: Fields, prefix = ''): readonly string[] =>
  Object.entries(fields).flatMap(([name, field]) => [
    `| ${field.required ? `**\`${prefix}${name}\`**` : `\`${prefix}${name}\``} | ${textOf(field)} |`,
    ...(field.type === 'mapping' ? rowsOf(field.fields, `${prefix}${name}.`) : []),
  ]);

function textOf(field: Fields[string]): string {
  const {description} = field;
  const values = field.type === 'choice' ? (Array.isArray(field.of) ? field.of : Object.keys(field.of)) : [];
  const one = values.length === 0 ? '' : `One of ${values.map((value) => `\`${value}\``).join(', ')}.`;
  const text = description === undefined || /[.…)]$|^\S+$/.test(description) ? description : `${description}.`;
  return [text ?? WITHOUT_WORDS[field.type] ?? '', one].filter(Boolean).join(' ').replaceAll('|', '\\|');
}

const WITHOUT_WORDS: Readonly<Record<string, string>> = {
  reference: 'A reference to a secret: `ref://NAME`.',
  flag: '`true` or `false`.',
  mapping: 'A mapping.',
  namespace: 'A namespace.',
  text: 'A text.',
};
