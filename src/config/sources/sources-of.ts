import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import type {JsonPath} from '../../core/json.ts';
import {DEFAULT_SOURCE, SOURCES} from '../../registry/sources.ts';
import {pathText} from '../issues/path-text.ts';
import type {StackLocation} from '../stack-location.ts';
import type {SourceEntry, SourceKind} from './source.ts';

/** An entry of `sources` and the source kind that reads it. */
export type ChosenSource = {readonly kind: SourceKind; readonly entry: SourceEntry};

/** Returns the place of a member of the entry with this index. */
export type SourcePosition = (index: number, member: string, path: JsonPath) => Pick<Diagnostic, 'at' | 'path'>;

/** Returns the sources of a stack in order, and then its recipes for claims. Without `sources` in stack.yaml, the files in its directory select the kind. */
export function sourcesOf(
  {project, stack}: StackLocation,
  position: SourcePosition,
  {types, workspace, namespace, traced}: Pick<SourceEntry, 'types' | 'workspace' | 'namespace' | 'traced'> = {},
): readonly ChosenSource[] {
  const place = {stackDir: stack.dir, projectDir: project.dir, workspacesDir: project.workspacesDir};
  const names = {project: project.name, stack: stack.name};
  const common = {place, names, taken: new Set<string>(), kinds: SOURCES, types, workspace, namespace, traced};
  const recipes = (stack.recipes ?? []).map((recipe): ChosenSource => {
    const {origin, path} = recipe.written.place;
    const at = (rest: JsonPath = []) => ({at: origin.position([...path, ...rest]), path: pathText([...path, ...rest])});
    return {kind: RECIPES, entry: {...common, recipe, references: false, remote: false, at}};
  });
  if (stack.sources === undefined) {
    const kind = kindOfDirectory(stack.dir);
    return [{kind, entry: {...common, references: false, remote: false, at: () => ({})}}, ...recipes];
  }
  const sources = stack.sources.flatMap((source, index) => {
    const {references = false, remote = false} = source;
    return SOURCES.flatMap((kind): readonly ChosenSource[] => {
      const written = source[kind.name];
      const at = (path: JsonPath = []) => position(index, kind.name, path);
      return written === undefined ? [] : [{kind, entry: {...common, written, references, remote, at}}];
    });
  });
  return [...sources, ...recipes];
}

/** The kind that reads recipes: they use modules as applications do. */
const RECIPES: SourceKind = SOURCES.find(({name}) => name === 'app') ?? DEFAULT_SOURCE;

/** Returns the source kind for a directory. */
const kindOfDirectory = (directory: string): SourceKind =>
  SOURCES.find(({owns}) => owns?.in(directory)) ?? DEFAULT_SOURCE;
