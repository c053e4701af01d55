import {isObject, type Json} from '../core/json.ts';
import {maskedAddress} from '../core/workspace/mask.ts';
import {defined} from '../lib/defined.ts';

/** The place of a published module. */
export type ModulePlace =
  | {
      /** The name of a package. */
      readonly npm: string;
      readonly registry?: string;
      /** The version, or the range. */
      readonly wanted: string;
    }
  | {
      /** The address of a repository. */
      readonly git: string;
      /** The directory in it. */
      readonly path?: string;
      /** The ref. Absent: the default branch. */
      readonly wanted?: string;
      /** The commit that the ref must point to. */
      readonly commit?: string;
    };

/** Returns the place of a published module in `modules`. Undefined: the module is built in, or a folder. */
export function modulePlace(module: Json | undefined): ModulePlace | undefined {
  if (!isObject(module)) return undefined;
  const {npm, registry, version, git} = module;
  if (typeof npm === 'string') return {npm, wanted: textOf(version) ?? '', ...defined({registry: textOf(registry)})};
  if (!isObject(git)) return undefined;
  const {url, ref, commit, path} = git;
  return {
    git: textOf(url) ?? '',
    ...defined({path: textOf(path), wanted: textOf(ref), commit: textOf(commit)}),
  };
}

const textOf = (value: Json | undefined): string | undefined => (typeof value === 'string' ? value : undefined);

/** Returns the text of a place for messages: `the npm package @acme/cache ^1.2`. */
export function shownPlace(place: ModulePlace): string {
  if ('npm' in place) {
    const from = place.registry === undefined ? '' : ` from ${maskedAddress(place.registry)}`;
    return `the npm package ${place.npm} ${place.wanted}${from}`;
  }
  const {git, path, wanted, commit} = place;
  const part = path === undefined ? '' : `/${path}`;
  const at = commit ?? wanted;
  return `the git repository ${maskedAddress(git)}${part}${at === undefined ? '' : ` at ${at}`}`;
}
