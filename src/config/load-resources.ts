import {existsSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {type Diagnostic, isError} from '../core/diagnostic/diagnostic.ts';
import {inOrder} from '../core/diagnostic/in-order.ts';
import type {Origin, Origins} from '../core/diagnostic/origin.ts';
import {GantryError} from '../core/failure/failure.ts';
import type {JsonObject} from '../core/json.ts';
import type {Resource} from '../core/resource/resource.ts';
import type {WorkspaceValues} from '../core/variation/expand-context.ts';
import {type Histories, newHistories, type Trace, traceOf} from '../core/variation/history.ts';
import {once} from '../lib/once.ts';
import type {ClusterFacts} from '../ports/cluster-facts.ts';
import type {Candidate, Candidates} from './manifests/candidate.ts';
import {settle} from './manifests/settle.ts';
import {unreadReferences} from './manifests/unread-references.ts';
import {readText, shownPath} from './read-text.ts';
import type {StoreInFile} from './secret-store.ts';
import type {SourceTools} from './source-tools.ts';
import type {Built} from './sources/source.ts';
import {sourcesOf} from './sources/sources-of.ts';
import type {StackLocation} from './stack-location.ts';
import {readYaml} from './yaml/read-yaml.ts';

/** Resources of a stack after all its sources, patches and images. */
export type LoadedResources = {
  /** Sorted by id: the same files give the same bytes. */
  readonly resources: readonly Resource[];
  readonly origins: Origins;
  /** Warnings; errors are thrown. */
  readonly diagnostics: readonly Diagnostic[];
  /** Ids whose values may hold references: those of spec files and of sources with `references: true`. */
  readonly expandable: ReadonlySet<string>;
  /** Ids whose namespace was filled in without knowing that the kind has one: the cluster decides. */
  readonly scopeGuessed?: ReadonlySet<string>;
  /** What the stack's own files say of resources that the workspace has changed: by patches, by values of its context. */
  readonly own?: ReadonlyMap<string, JsonObject> | undefined;
  /** What each object went through, where that was asked for. */
  readonly trace?: Trace | undefined;
  /** The `context` that a spec file brings along. */
  readonly context?: JsonObject | undefined;
  /** The secret store that a spec file brings along. */
  readonly secretStore?: StoreInFile | undefined;
};

/** What loading a stack depends on besides its files. */
export type LoadOptions = {
  /** `--spec-file`, in place of the stack's sources; relative paths start at the current directory. */
  readonly specFile?: string | undefined;
  /** The workspace that the stack is built for. Without one, nothing of a workspace can be used. */
  readonly workspace?: WorkspaceValues;
  /** `--image NAME=REF`. */
  readonly images?: readonly string[];
  /** That there is no resource is meant. */
  readonly allowEmpty?: boolean | undefined;
  /** What sources may ask of the cluster of the workspace. */
  readonly facts?: ClusterFacts | undefined;
  /** Also tells what each object went through. */
  readonly traced?: boolean;
  readonly tools: SourceTools;
};

/**
 * Reads the objects that a stack wants to have, from files alone.
 * @throws GantryError `input/invalid` with every problem of every file.
 */
export async function loadResources(location: StackLocation, options: LoadOptions): Promise<LoadedResources> {
  const {specFile} = options;
  const histories = options.traced === true ? newHistories() : undefined;
  const read =
    specFile === undefined
      ? await readSources(location, options)
      : [(await import('./sources/spec/spec-file.ts')).readSpecFile(resolve(specFile), typesOf(options.tools))];
  const candidates = read.flatMap((part) => part.candidates);
  const problems = read.flatMap((part) => part.diagnostics);
  // What could not be read is missing: that a patch finds nothing then is no news.
  const varied = problems.some(isError)
    ? {candidates, diagnostics: []}
    : await varyAll(candidates, location, {...options, histories});
  const {diagnostics: conflicts, made, ...settled} = settle(varied.candidates, location.stack.namespace);
  const isEmpty = candidates.length === 0 && options.allowEmpty !== true && !problems.some(isError);
  const diagnostics = [
    ...(location.diagnostics ?? []),
    ...problems,
    ...varied.diagnostics,
    ...unreadReferences(varied.candidates),
    ...conflicts,
    ...(isEmpty ? [emptyStack(location, specFile)] : []),
  ];
  if (diagnostics.some(isError)) throw new GantryError({code: 'input/invalid', diagnostics: inOrder(diagnostics)});
  const context = read.find((part) => part.context !== undefined)?.context;
  const secretStore = read.find((part) => part.secretStore !== undefined)?.secretStore;
  return {
    ...settled,
    diagnostics,
    trace: histories && traceOf(histories, made, location.stack.namespace),
    context,
    secretStore,
  };
}

/** Most stacks vary nothing: what does is loaded when there is something to do. */
async function varyAll(
  candidates: readonly Candidate[],
  location: StackLocation,
  {workspace, images = [], histories}: LoadOptions & {readonly histories: Histories | undefined},
): Promise<Candidates> {
  const {patches, images: written} = location.stack;
  const hasPatches = patches !== undefined || existsSync(join(location.stack.dir, 'patches'));
  const mayExpand = histories !== undefined || candidates.some(({isExpandable}) => isExpandable);
  if (!hasPatches && !mayExpand && images.length === 0 && written === undefined) return {candidates, diagnostics: []};
  const {varyStack} = await import('./variation/vary-stack.ts');
  const stackOrigin = (): Origin => originOfFile(location.stack.file);
  return varyStack(candidates, {location, workspace, images, stackOrigin, histories});
}

async function readSources(location: StackLocation, {tools, facts}: LoadOptions): Promise<readonly Built[]> {
  // Only what is worth an error needs the place of a source in stack.yaml.
  const stackOrigin = once(() => originOfFile(location.stack.file));
  const sources = sourcesOf(
    location,
    (index, member) => ({
      at: stackOrigin().position(['sources', index, member]),
      path: `sources[${index}].${member}`,
    }),
    typesOf(tools),
  );
  const parts: Built[] = [];
  for (const {kind, entry} of sources) parts.push(await (await tools.source(kind)).build(entry, facts));
  return parts;
}

/** The types of resources that have a runtime; undefined: nobody has said which. */
const typesOf = ({runtimes}: SourceTools): readonly Resource['type'][] | undefined =>
  runtimes && (Object.keys(runtimes) as Resource['type'][]);

function emptyStack({stack}: StackLocation, specFile: string | undefined): Diagnostic {
  return {
    severity: 'error',
    code: 'spec/empty',
    message: `${specFile ?? shownPath(stack.dir)} holds no resources`,
    hint: 'To delete everything that the stack has applied, run `gantry destroy`; an empty stack is applied with --allow-empty.',
  };
}

function originOfFile(path: string): Origin {
  const {text, file} = readText(path);
  const origin = readYaml(text ?? '', file).documents[0]?.origin;
  return origin ?? {file, position: () => ({file, line: 1, column: 1, endColumn: 2, text: ''})};
}
