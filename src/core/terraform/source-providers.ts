import {type Block, blocksIn} from './blocks.ts';
import {blocksOf, isCode} from './code.ts';

/** A provider that the files of a source use. */
export type SourceProvider = {
  /** The local name: `aws`. */
  readonly name: string;
  /** `registry.terraform.io/hashicorp/aws`. */
  readonly source: string;
  /**
   * The names of its configurations that the files use and do not declare: `us` for `provider = aws.us`. Undefined: the one without a
   * name.
   */
  readonly undeclared: readonly (string | undefined)[];
  /** True if the files declare the configuration without a name. */
  readonly isDeclared: boolean;
};

type FileBlock = Block & {readonly isRoot: boolean};

const BUILT_IN = 'terraform';
const HOST = 'registry.terraform.io';

/** Returns the providers of the files: those that they require, configure, or use by the type of a resource. */
export function sourceProviders(files: Readonly<Record<string, string>>): readonly SourceProvider[] {
  const texts = Object.entries(files).filter(([path]) => isCode(path));
  const blocks = texts.flatMap(([path, text]) =>
    blocksOf(path, text).map((block): FileBlock => ({...block, isRoot: !path.includes('/')})),
  );
  const required = new Map(blocks.flatMap(({type, body}) => (type === 'terraform' ? requiredIn(body) : [])));
  const declared = blocks.filter(({type, isRoot}) => type === 'provider' && isRoot);
  const names = new Set([...required.keys(), ...declared.map(firstLabel), ...blocks.filter(isUse).map(nameOfUse)]);
  return [...names]
    .filter((name) => name !== BUILT_IN)
    .toSorted()
    .map((name) => {
      const own = declared.filter((one) => firstLabel(one) === name).map(({body}) => textIn(body, 'alias'));
      const used = [
        ...(usesUnnamed(name, blocks, required.has(name)) ? [undefined] : []),
        ...aliasesOf(
          name,
          blocks.map(({body}) => body),
        ),
      ];
      return {
        name,
        source: required.get(name) ?? `${HOST}/hashicorp/${name}`,
        isDeclared: own.includes(undefined),
        undeclared: used.filter((alias) => !own.includes(alias)),
      };
    });
}

const firstLabel = ({labels}: Block): string => labels[0] ?? '';
const isUse = ({type}: Block): boolean => type === 'resource' || type === 'data' || type === 'ephemeral';
const nameOfUse = (block: Block): string => firstLabel(block).split('_')[0] ?? '';
const hasArgument = ({body}: Block, name: string): boolean => new RegExp(`(?:^|\\n)[ \\t]*${name}[ \\t]*=`).test(body);

const isRemote = ({body}: Block): boolean => !/^\.\.?\//.test(textIn(body, 'source') ?? './');

/** Reports whether a resource uses the configuration without a name. A module has it too, if its call passes on no other. */
function usesUnnamed(name: string, blocks: readonly FileBlock[], isRequired: boolean): boolean {
  const passing = blocks.filter((one) => one.type === 'module' && !hasArgument(one, 'providers'));
  if (isRequired && passing.some(isRemote)) return true;
  return blocks.some(
    (one) =>
      isUse(one) && nameOfUse(one) === name && !hasArgument(one, 'provider') && (one.isRoot || passing.length > 0),
  );
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
      [...body.matchAll(/(?<![\w-])([A-Za-z][\w-]*)[ \t]*=[ \t]*\{([^{}]*)\}/g)].map(
        ([, name = '', value = '']) => [name, fullSource(textIn(value, 'source') ?? `hashicorp/${name}`)] as const,
      ),
    );

const fullSource = (source: string): string => (source.split('/').length === 2 ? `${HOST}/${source}` : source);

const textIn = (body: string, name: string): string | undefined =>
  new RegExp(`(?:^|[\\n{,;])[ \\t]*${name}[ \\t]*=[ \\t]*"([^"]*)"`).exec(body)?.[1];
