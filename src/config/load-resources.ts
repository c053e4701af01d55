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
import {hearSignals} from '../lib/hear-signals.ts';
import {once} from '../lib/once.ts';
import {kustomizationsIn} from './kustomize/kustomization-file.ts';
import type {Candidate, Candidates} from './manifests/candidate.ts';
import {readManifests} from './manifests/read-manifests.ts';
import {settle} from './manifests/settle.ts';
import {defaultFiles, fileInProject, globFiles, laterApp, type SourceFiles} from './manifests/source-files.ts';
import {unreadReferences} from './manifests/unread-references.ts';
import {readText, shownPath} from './read-text.ts';
import type {StoreInFile} from './secret-store.ts';
import type {SourceTools} from './source-tools.ts';
import type {StackLocation, StackSource} from './stack-location.ts';
import {readYaml} from './yaml/read-yaml.ts';

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
  readonly own?: ReadonlyMap<string, JsonObject>;
  /** What each object went through, where that was asked for. */
  readonly trace?: Trace;
  /** The `context` that a spec file brings along. */
  readonly context?: JsonObject;
  /** The secret store that a spec file brings along. */
  readonly secretStore?: StoreInFile;
};

export type LoadOptions = {
  /** `--spec-file`, in place of the stack's sources; relative paths start at the current directory. */
  readonly specFile?: string;
  /** The workspace that the stack is built for. Without one, nothing of a workspace can be used. */
  readonly workspace?: WorkspaceValues;
  /** `--image NAME=REF`. */
  readonly images?: readonly string[];
  /** That there is no resource is meant. */
  readonly allowEmpty?: boolean;
  /** Also tells what each object went through. */
  readonly traced?: boolean;
  /** Sources that another program reads need them. */
  readonly tools?: SourceTools;
};

/**
 * Reads the objects that a stack wants to have, from files alone.
 * @throws GantryError `input/invalid` with every problem of every file.
 */
export async function loadResources(location: StackLocation, options: LoadOptions = {}): Promise<LoadedResources> {
  const {specFile} = options;
  const histories = options.traced === true ? newHistories() : undefined;
  const read =
    specFile === undefined ? await readSources(location, options) : [await readSpec(resolve(specFile), options.tools)];
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
    ...(histories === undefined ? {} : {trace: traceOf(histories, made, location.stack.namespace)}),
    ...(context === undefined ? {} : {context}),
    ...(secretStore === undefined ? {} : {secretStore}),
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

type Part = Candidates & {readonly context?: JsonObject; readonly secretStore?: StoreInFile};

async function readSources(location: StackLocation, {tools}: LoadOptions): Promise<readonly Part[]> {
  const {sources} = location.stack;
  const taken = new Set<string>();
  if (sources === undefined) return [await readDefault(location, taken, tools)];
  // Only what is worth an error needs the place of a source in stack.yaml.
  const stackOrigin = once(() => originOfFile(location.stack.file));
  const parts: Part[] = [];
  for (const [index, source] of sources.entries()) {
    const at = (field: string) => () => ({
      at: stackOrigin().position(['sources', index, field]),
      path: `sources[${index}].${field}`,
    });
    parts.push(await readSource(source, {location, taken, at, tools}));
  }
  return parts;
}

type At = (field: string) => () => Pick<Diagnostic, 'at' | 'path'>;

type Reading = {
  readonly location: StackLocation;
  /** Files that were read already. */
  readonly taken: Set<string>;
  readonly at: At;
  readonly tools: SourceTools | undefined;
};

/** Without `sources`: an application, else a kustomization, else every manifest. */
async function readDefault(location: StackLocation, taken: Set<string>, tools: SourceTools | undefined): Promise<Part> {
  const {dir} = location.stack;
  if (laterApp(dir).length > 0 || kustomizationsIn(dir).length === 0) {
    return readFiles(defaultFiles(location), {isExpandable: false, taken, signal: tools?.signal});
  }
  return readKustomize(dir, {references: false, remote: false}, {tools, at: () => () => ({})});
}

async function readKustomize(
  directory: string,
  {references = false, remote = false}: Pick<StackSource, 'references' | 'remote'>,
  {tools, at}: Pick<Reading, 'tools' | 'at'>,
): Promise<Part> {
  if (tools === undefined) throw new Error('a kustomization is read without the tools that it needs');
  const {readKustomization} = await import('./kustomize/read-kustomization.ts');
  return readKustomization({directory, isExpandable: references, remote, at: at('kustomize'), ...tools});
}

async function readSource(source: StackSource, reading: Reading): Promise<Part> {
  const {location, taken, at} = reading;
  if (source.manifests !== undefined) {
    const files = globFiles(source.manifests, location, at('manifests'));
    return readFiles(files, {isExpandable: source.references === true, taken, signal: reading.tools?.signal});
  }
  const [kind, written = ''] = source.kustomize === undefined ? ['spec', source.spec] : ['kustomize', source.kustomize];
  const path = fileInProject(written, location);
  if (path === undefined) {
    const message = `\`${written}\` leaves the project directory ${shownPath(location.project.dir)}`;
    return {candidates: [], diagnostics: [{severity: 'error', code: `source/${kind}`, message, ...at(kind)()}]};
  }
  if (kind === 'kustomize') return readKustomize(path, source, reading);
  const read = await readSpec(path, reading.tools);
  const placed = (one: Diagnostic): Diagnostic => (one.at === undefined ? {...one, ...at('spec')()} : one);
  return {...read, diagnostics: read.diagnostics.map(placed)};
}

/** The model of a spec file is loaded when there is one: plain manifests need no schema of ours. */
async function readSpec(file: string, tools: SourceTools | undefined): Promise<Part> {
  const {readSpecFile} = await import('./spec-file.ts');
  const types = tools?.runtimes && (Object.keys(tools.runtimes) as Resource['type'][]);
  return readSpecFile(file, types);
}

type FileReading = {
  readonly isExpandable: boolean;
  readonly taken: Set<string>;
  readonly signal: AbortSignal | undefined;
};

/** A file that two globs match is read once. */
async function readFiles({files, diagnostics}: SourceFiles, {isExpandable, taken, signal}: FileReading): Promise<Part> {
  const candidates: Candidate[] = [];
  const problems = [...diagnostics];
  for (const file of files) {
    if (taken.has(file)) continue;
    taken.add(file);
    const read = readManifests(file, {isExpandable});
    await hearSignals(signal);
    candidates.push(...read.candidates);
    problems.push(...read.diagnostics);
  }
  return {candidates, diagnostics: problems};
}

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
