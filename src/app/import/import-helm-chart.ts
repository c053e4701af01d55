import {existsSync} from 'node:fs';
import {resolve} from 'node:path';
import {findStack} from '../../config/find-project.ts';
import {projectText} from '../../config/init/sample-stack.ts';
import {type NewFile, writeNewFiles} from '../../config/init/write-new-files.ts';
import {shownPath} from '../../config/read-text.ts';
import {projectDirectory} from '../../config/stack-search.ts';
import {writeYaml} from '../../config/yaml/write-yaml.ts';
import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import {type Failure, GantryError} from '../../core/failure/failure.ts';
import type {SecretHandling} from '../../core/import/secret-handling.ts';
import {importWarning, listed} from '../../core/import/secret-notes.ts';
import {isList, type Json, type JsonObject, type JsonPath} from '../../core/json.ts';
import {showPath} from '../../core/reference/path.ts';
import {isSecretObject} from '../../core/reference/secret-data-references.ts';
import {identityOf} from '../../core/resource/identity.ts';
import {type WrittenValues, writtenValues} from '../../kubernetes/import/helm/secret-values.ts';
import {defined} from '../../lib/defined.ts';
import type {Cluster} from '../../ports/cluster.ts';
import type {HelmRelease} from '../../ports/other-tools.ts';
import {lockStack} from '../chart/lock-stack.ts';
import type {Deps} from '../deps.ts';
import type {StackRequest} from '../plan/release-requests.ts';
import {type ChartOfRelease, chartOfRelease, type GivenChart} from './chart-of-release.ts';
import {freeName} from './free-name.ts';
import {helmRecordWarning, helmReleaseSummary, type ImportedHelm} from './import-helm.ts';
import {inWorkspace} from './in-workspace.ts';
import {type Proof, proveChart} from './prove-chart.ts';
import {readHelmRelease, type WantedHelmRelease} from './read-helm-release.ts';
import {removeWritten} from './remove-written.ts';
import {hasFile, workspaceFlag} from './workspace-flag.ts';

/** Request of `gantry import helm --as chart`. */
export type ImportHelmChart = StackRequest &
  WantedHelmRelease & {
    readonly secrets: SecretHandling;
    /** The directory of the stack; default: a directory named like the release. */
    readonly out?: string | undefined;
    /** The place of the chart. Default: the chart in Helm's record is written into the stack. */
    readonly from: GivenChart;
    /** True to write the stack although it would change objects, or the chart differs from the recorded one. */
    readonly force: boolean;
  };

/**
 * Writes a stack with the chart and the values of a Helm release, if a plan proves that taking over the release would change no object.
 * Overwrites no file; the cluster is not changed.
 * @throws GantryError if the release or the chart is not found, or if a file exists
 */
export async function importHelmChart(
  request: ImportHelmChart,
  deps: Deps,
): Promise<{readonly imported: ImportedHelm; readonly failure?: Failure}> {
  const {namespace, force} = request;
  const look = (cluster: Cluster) => readHelmRelease(request, cluster, deps.signal);
  const {workspace, found} = await inWorkspace(request, {namespace, look}, deps);
  const {release} = found;
  const directory = resolve(deps.cwd, request.directory ?? '.', request.out ?? release.name);
  const values = valuesOf(release, request.secrets);
  const find = {recorded: release.recorded, given: request.from, directory, force};
  const chart = await chartOfRelease(find, workspace, deps);
  const backend = await deps.backend();
  const names = {directory, namespace: release.name, workspace: workspace.name, backend};
  const {name, diagnostics} = await freeName(names);
  const flag = workspaceFlag(workspace, directory);
  // The flag is relative to the new stack, and this run has another current directory.
  const chosen = hasFile(workspace) ? workspace.file : workspace.name;
  const written = {directory, workspace: chosen, name, release, values, chart};
  const {proof, created, opening = {}} = await writeProven(written, force, deps);
  const {failure} = proof;
  if (failure !== undefined && proof.plan === undefined) throw new GantryError(failure);
  const imported: ImportedHelm = {
    formatVersion: 1,
    workspace: workspace.name,
    workspaceFlag: flag,
    release: helmReleaseSummary(release),
    directory: shownPath(directory),
    created: created.map(shownPath),
    resources: (proof.plan?.changes ?? []).map(({id}) => ({id})),
    skipped: [],
    ...defined({plan: proof.plan}),
    diagnostics: [
      ...found.warnings.map((text) => importWarning('helm-revision', text)),
      ...chart.diagnostics,
      ...openingWarnings(opening),
      ...valueWarnings(values, request.secrets),
      helmRecordWarning(release, release.objects.length),
      ...diagnostics,
      ...(failure?.code === 'input/invalid' ? failure.diagnostics : []),
    ],
  };
  return {imported, ...defined({failure})};
}

type Writing = {
  readonly directory: string;
  /** The name of the workspace, or its file. */
  readonly workspace: string;
  readonly name: string;
  readonly release: HelmRelease;
  readonly values: WrittenValues;
  readonly chart: ChartOfRelease;
};

type Proven = {
  readonly proof: Proof;
  readonly created: readonly string[];
  /** The settings that the proof needed beyond those of each stack. */
  readonly opening?: JsonObject;
};

/**
 * Writes the stack and proves it. First helm gets what it gets in each stack; then the Secrets of the release and its secret values, too, as
 * in the installation. Without a proof, and without `force`, the files are removed again.
 */
async function writeProven(writing: Writing, force: boolean, deps: Deps): Promise<Proven> {
  const attempts = [{}, ...openings(writing)];
  const kept = existsSync(writing.directory);
  for (const [index, opening] of attempts.entries()) {
    const {proof, created} = await attempt(writing, {opening, kept}, deps);
    if (proof.failure === undefined) return {proof, created, opening};
    const isLast = index === attempts.length - 1;
    if (isLast && force && proof.plan !== undefined) return {proof: {plan: proof.plan}, created, opening};
    removeWritten(created, writing.directory, kept);
    if (isLast) return {proof, created: []};
  }
  throw new Error('there is always an attempt');
}

/** Returns what a source may show to helm beyond its default. */
function openings({release, values}: Writing): readonly JsonObject[] {
  const asks = [...release.recorded.files].some(
    ([path, bytes]) => path.startsWith('templates/') && /\blookup\b/.test(Buffer.from(bytes).toString('utf8')),
  );
  const secrets = release.objects
    .filter(({object}) => isSecretObject(object))
    .map(({object}) => identityOf(object))
    .map(({namespace, name}) => (namespace === release.namespace ? name : `${namespace}/${name}`));
  const lookups = asks && secrets.length > 0 ? {lookups: secrets} : {};
  const reveal = values.references.length > 0 ? {reveal: values.references.map((path) => showPath(path))} : {};
  const all = {...lookups, ...reveal};
  return Object.keys(all).length === 0 ? [] : [all];
}

/** Returns warnings about settings that let helm read secrets: without them, the chart does not make the objects of the release. */
const openingWarnings = ({lookups, reveal}: JsonObject): readonly Diagnostic[] => [
  ...openingWarning('lookups', lookups, 'so that its templates may read these Secrets'),
  ...openingWarning('reveal', reveal, 'so that helm gets these secret values'),
];

const openingWarning = (key: string, names: Json | undefined, what: string): readonly Diagnostic[] =>
  isList(names)
    ? [
        importWarning(
          'helm-opened',
          `stack.yaml has \`${key}: [${names.filter(isText).join(', ')}]\`, ${what}: without it, the chart does not make the objects of the release`,
          'Remove each name that the chart does not need, and check with "gantry preview" that nothing changes.',
        ),
      ]
    : [];

const isText = (value: Json): value is string => typeof value === 'string';

type Attempt = {
  readonly opening: JsonObject;
  /** True if the directory of the stack existed. */
  readonly kept: boolean;
};

async function attempt(writing: Writing, {opening, kept}: Attempt, deps: Deps): Promise<Proven> {
  const {directory, workspace, release} = writing;
  const hint = 'Choose another directory with --out DIR, or remove them.';
  const created = [...writeNewFiles(directory, filesOf(writing, opening), hint)];
  try {
    const location = await findStack({directory});
    const locked = await lockStack({workspace, location, only: release.name}, deps);
    created.push(locked.file);
    return {created, proof: await proveChart({directory, workspace, release}, deps)};
  } catch (error) {
    removeWritten(created, directory, kept);
    throw error;
  }
}

function filesOf({directory, name, release, values, chart}: Writing, opening: JsonObject): readonly NewFile[] {
  const {namespace, revision} = release;
  const file = `values-${release.name}.yaml`;
  const source = {...chart.settings, release: release.name, namespace, valuesFiles: [file], ...opening};
  const head = `# Imported from the Helm release ${namespace}/${release.name}, revision ${revision} of chart ${release.chart}.\n`;
  const stack = {path: 'stack.yaml', text: `${head}${writeYaml({name, namespace, sources: [{helm: source}]})}`};
  const project = projectDirectory(directory) === undefined ? [{path: 'project.yaml', text: projectText(name)}] : [];
  const isPrivate = values.secrets.length > 0 && values.references.length === 0;
  const text = `# The values that the release was installed with.\n${writeYaml(values.values)}`;
  return [
    ...project,
    stack,
    {path: file, text, ...defined({isPrivate: isPrivate ? (true as const) : undefined})},
    ...chart.files,
  ];
}

/** @throws GantryError `input/invalid` for values that may be secret, unless a flag says how they are written */
function valuesOf({name, values, objects}: HelmRelease, handling: SecretHandling): WrittenValues {
  const all = objects.map(({object}) => object);
  const secretAt = (path: JsonPath): string =>
    `ref://${name}-values/${path.map((part) => encodeURIComponent(part)).join('.')}`;
  const written = writtenValues(values, all, handling === 'refs' ? secretAt : undefined);
  if (handling !== 'skip' || written.secrets.length === 0) return written;
  throw new GantryError({
    code: 'input/invalid',
    diagnostics: [
      {
        severity: 'error',
        code: 'import/secret-values',
        message: `values of the release are, or may be, secret: ${listed(written.secrets.map((path) => showPath(path)))}`,
        hint: `Pass --secrets refs to write references (${secretAt(written.secrets[0] ?? [])}) whose values are in the workspace's secret store, or --secrets plain to write the values into a file that only you can read.`,
      },
    ],
  });
}

function valueWarnings({secrets, references}: WrittenValues, handling: SecretHandling): readonly Diagnostic[] {
  if (secrets.length === 0) return [];
  const names = listed(secrets.map((path) => showPath(path)));
  return references.length > 0
    ? [importWarning('secret-references', `the values ${names} are read from the workspace's secret store`)]
    : handling === 'plain'
      ? [
          importWarning(
            'secret-values',
            `the values file contains ${names} in plain text; only you can read it`,
            'Do not commit it. Move the values to a secret store (--secrets refs writes references).',
          ),
        ]
      : [];
}
