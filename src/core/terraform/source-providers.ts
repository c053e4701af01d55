import type {Resource} from '../resource/resource.ts';
import {REGISTRY} from '../resource/terraform-lock.ts';
import {type Block, blocksIn} from './blocks.ts';
import {blocksOf, isCode} from './code.ts';
import {parseLockText} from './lock-text.ts';
import {DEPENDENCY_LOCK, sourceTexts} from './source.ts';

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

/** Returns the providers of a source that its own dependency lock file does not lock. */
export function unlockedProviders(source: Pick<Resource, 'attributes'>, registry: string): readonly SourceProvider[] {
  const texts = sourceTexts(source);
  const locked = new Set(parseLockText(texts[DEPENDENCY_LOCK] ?? '').map((one) => one.source));
  return sourceProviders(texts, registry).filter((one) => !locked.has(one.source));
}

/**
 * Returns the providers of the files: those that they require, configure, or use by the type of a resource. `registry` is the host of addresses without
 * one.
 */
export function sourceProviders(
  files: Readonly<Record<string, string>>,
  registry = REGISTRY.terraform,
): readonly SourceProvider[] {
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
        source: withHost(required.get(name) ?? `hashicorp/${name}`, registry),
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

/** Returns the address of each provider in `required_providers`, as it is written. */
const requiredIn = (settings: string): readonly (readonly [string, string])[] =>
  blocksIn(settings)
    .filter(({type}) => type === 'required_providers')
    .flatMap(({body}) =>
      [...body.matchAll(/(?<![\w-])([A-Za-z][\w-]*)[ \t]*=[ \t]*\{([^{}]*)\}/g)].map(
        ([, name = '', value = '']) => [name, textIn(value, 'source') ?? `hashicorp/${name}`] as const,
      ),
    );

const withHost = (source: string, registry: string): string =>
  source.split('/').length === 2 ? `${registry}/${source}` : source;

const textIn = (body: string, name: string): string | undefined =>
  new RegExp(`(?:^|[\\n{,;])[ \\t]*${name}[ \\t]*=[ \\t]*"([^"]*)"`).exec(body)?.[1];
