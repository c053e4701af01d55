import {blocksIn} from './blocks.ts';

/** A provider that the files of a source use. */
export type SourceProvider = {
  /** The local name: `aws`. */
  readonly name: string;
  /** `registry.terraform.io/hashicorp/aws`. */
  readonly source: string;
  /** The names of its configurations that the files use and do not declare: `us` for `provider = aws.us`. Undefined: the one without a name. */
  readonly undeclared: readonly (string | undefined)[];
  /** The names of the configurations that the files declare. */
  readonly declared: readonly (string | undefined)[];
};

const BUILT_IN = 'terraform';
const HOST = 'registry.terraform.io';

/** Returns the providers of the files: those that they require, configure, or use by the type of a resource. */
export function sourceProviders(files: Readonly<Record<string, string>>): readonly SourceProvider[] {
  const required = new Map<string, string>();
  const declared = new Map<string, (string | undefined)[]>();
  const used = new Set<string>();
  const texts = Object.entries(files).flatMap(([path, text]) => (path.endsWith('.tf') ? [text] : []));
  for (const {type, labels, body} of texts.flatMap(blocksIn)) {
    const [label = ''] = labels;
    if (type === 'terraform') for (const [name, source] of requiredIn(body)) required.set(name, source);
    if (type === 'provider') declared.set(label, [...(declared.get(label) ?? []), textIn(body, 'alias')]);
    if (type === 'resource' || type === 'data' || type === 'ephemeral') used.add(label.split('_')[0] ?? '');
  }
  const names = [...new Set([...required.keys(), ...declared.keys(), ...used])].filter((name) => name !== BUILT_IN);
  return names.toSorted().map((name) => {
    const own = declared.get(name) ?? [];
    return {
      name,
      source: required.get(name) ?? `${HOST}/hashicorp/${name}`,
      declared: own,
      undeclared: [undefined, ...aliasesOf(name, texts)].filter((alias) => !own.includes(alias)),
    };
  });
}

/** Returns the aliases of a provider that resources and calls of modules select: `aws.us`. */
function aliasesOf(name: string, texts: readonly string[]): readonly string[] {
  const pattern = new RegExp(`=[ \\t]*${name}\\.([A-Za-z_][\\w-]*)`, 'g');
  return [...new Set(texts.flatMap((text) => [...text.matchAll(pattern)].map(([, alias = '']) => alias)))];
}

/** Returns the full address of each provider in `required_providers`. */
const requiredIn = (settings: string): readonly (readonly [string, string])[] =>
  blocksIn(settings)
    .filter(({type}) => type === 'required_providers')
    .flatMap(({body}) =>
      [...body.matchAll(/([A-Za-z][\w-]*)[ \t]*=[ \t]*\{([^}]*)\}/g)].map(
        ([, name = '', value = '']): [string, string] => [
          name,
          fullSource(textIn(value, 'source') ?? `hashicorp/${name}`),
        ],
      ),
    );

const fullSource = (source: string): string => (source.split('/').length === 2 ? `${HOST}/${source}` : source);

const textIn = (body: string, name: string): string | undefined =>
  new RegExp(`(?:^|[\\n{,;])[ \\t]*${name}[ \\t]*=[ \\t]*"([^"]*)"`).exec(body)?.[1];
