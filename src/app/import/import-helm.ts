import type {NewFile} from '../../config/init/write-new-files.ts';
import {writeYaml} from '../../config/yaml/write-yaml.ts';
import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import type {SecretHandling} from '../../core/import/secret-handling.ts';
import {importWarning, listed, secretWarnings} from '../../core/import/secret-notes.ts';
import type {JsonObject} from '../../core/json.ts';
import type {Plan} from '../../core/plan/plan.ts';
import {isSecretObject} from '../../core/reference/secret-data-references.ts';
import {identityOf} from '../../core/resource/identity.ts';
import {maskValues} from '../../kubernetes/import/helm/mask-values.ts';
import {ownHelmObject} from '../../kubernetes/import/helm/own-helm-object.ts';
import {withoutNamespace} from '../../kubernetes/import/own-fields.ts';
import {takeSecret} from '../../kubernetes/import/take-secret.ts';
import {defined} from '../../lib/defined.ts';
import type {HelmRelease} from '../../ports/other-tools.ts';
import type {SurveyedObject} from '../../ports/survey.ts';
import type {Deps} from '../deps.ts';
import type {StackRequest} from '../plan/release-requests.ts';
import {importedStack} from './imported-stack.ts';
import {inWorkspace} from './in-workspace.ts';
import {readHelmRelease, type WantedHelmRelease} from './read-helm-release.ts';
import {type WriteImport, writeImport} from './write-import.ts';

/** Request of `gantry import helm`. */
export type ImportHelm = StackRequest &
  WantedHelmRelease & {
    readonly secrets: SecretHandling;
    /** The directory of the stack; default: a directory named like the release. */
    readonly out?: string | undefined;
    /** True to write nothing and return the manifests. */
    readonly onlyPrint?: boolean;
  };

/** The answer of `gantry import helm`; `skipped` lists objects that are not taken over, with the reason. */
export type ImportedHelm = {
  readonly formatVersion: 1;
  readonly workspace: string;
  /** The value of `-w` for the new stack. */
  readonly workspaceFlag?: string;
  readonly release: Pick<HelmRelease, 'name' | 'namespace' | 'revision' | 'status' | 'chart'>;
  readonly directory?: string | undefined;
  readonly created: readonly string[];
  readonly resources: readonly {readonly id: string; readonly file?: string}[];
  readonly skipped: readonly {readonly id: string; readonly because: string}[];
  /** The plan that proves that nothing would change. Only with `--as chart`. */
  readonly plan?: Plan;
  readonly diagnostics: readonly Diagnostic[];
};

/** The answer with the manifests themselves, which `-o yaml` prints. */
export type HelmOutcome = {readonly imported: ImportedHelm; readonly manifests: readonly JsonObject[]};

/**
 * Writes a stack of what a Helm release holds: the manifests that Helm applied, one file for each object. Overwrites no file; the
 * cluster is not changed.
 * @throws GantryError if the release is not found, or if a file exists.
 */
export async function importHelm(request: ImportHelm, deps: Deps): Promise<HelmOutcome> {
  const {namespace} = request;
  const look = {
    namespace,
    look: (cluster: Parameters<typeof readHelmRelease>[1]) => readHelmRelease(request, cluster, deps.signal),
  };
  const {workspace, found} = await inWorkspace(request, look, deps);
  const {release} = found;
  const taken = takeObjects(release, request.secrets);
  const facts = {
    formatVersion: 1 as const,
    workspace: workspace.name,
    release: helmReleaseSummary(release),
    skipped: [...taken.skipped, ...hooksOf(release)],
    diagnostics: [
      ...found.warnings.map((text) => importWarning('helm-revision', text)),
      ...notes(release, taken, request),
    ],
  };
  const manifests = taken.objects.map(({object}) => object);
  if (request.onlyPrint === true) {
    return {imported: {...facts, created: [], resources: taken.objects.map(({id}) => ({id}))}, manifests};
  }
  const files: WriteImport['files'] = (stack) => filesOf({...stack, release, taken, secrets: request.secrets});
  const written = await writeImport({request, workspace, wanted: release.name, objects: taken.objects, files}, deps);
  return {imported: {...facts, ...written, diagnostics: [...facts.diagnostics, ...written.diagnostics]}, manifests};
}

/** Returns the facts about a Helm release that an import reports. */
export const helmReleaseSummary = ({
  name,
  namespace,
  revision,
  status,
  chart,
}: HelmRelease): ImportedHelm['release'] => ({
  name,
  namespace,
  revision,
  status,
  chart,
});

type Taken = {
  readonly objects: readonly SurveyedObject[];
  readonly skipped: ImportedHelm['skipped'];
  /** The ids that Helm is configured to keep. */
  readonly kept: readonly string[];
};

function takeObjects({objects}: HelmRelease, secrets: SecretHandling): Taken {
  const own = objects.map(({id, object}) => ({id, ...ownHelmObject(object)}));
  const judged = own.map((one) => ({...one, taken: takeSecret(one.object, secrets)}));
  return {
    objects: judged.flatMap(({id, taken}) => ('because' in taken ? [] : [{id, ...taken}])),
    skipped: judged.flatMap(({id, taken}) => ('because' in taken ? [{id, because: taken.because}] : [])),
    kept: judged.flatMap(({id, isKept, taken}) => (isKept && !('because' in taken) ? [id] : [])),
  };
}

const hooksOf = ({hooks}: HelmRelease): ImportedHelm['skipped'] =>
  hooks.map(({id, events}) => ({id, because: `a hook (${events.join(', ')}): Helm runs it, and does not keep it`}));

function notes(release: HelmRelease, {objects, skipped, kept}: Taken, {secrets}: ImportHelm): readonly Diagnostic[] {
  const written = release.objects.filter(({object}) => isSecretObject(object)).map(({id}) => id);
  const left = new Set(skipped.map(({id}) => id));
  const named = secrets === 'skip' ? written : written.filter((id) => !left.has(id));
  const crds = release.objects.filter(({isCrd}) => isCrd).map(({id}) => id);
  return [
    ...secretWarnings(named, secrets),
    ...(kept.length === 0
      ? []
      : [note('protected', `Helm is configured to keep ${listed(kept)}: Gantry does the same (gantry.dev/protect)`)]),
    ...(crds.length === 0
      ? []
      : [note('definitions', `from the chart's directory crds/, which Helm installs only once: ${listed(crds)}`)]),
    helmRecordWarning(release, objects.length),
  ];
}

/** Returns the warning that Helm could still delete the objects of a release. */
export const helmRecordWarning = ({name, namespace, record}: HelmRelease, objects: number): Diagnostic =>
  importWarning(
    'helm-record',
    `Helm still has its record of the release: "helm uninstall ${name} -n ${namespace}" would delete ${objects === 1 ? 'the object' : 'the objects'}`,
    `After all its objects are in stacks, delete the record: kubectl delete ${record.toLowerCase()} -n ${namespace} -l owner=helm,name=${name}`,
  );

const note = (code: string, message: string): Diagnostic => ({severity: 'note', code: `import/${code}`, message});

type Files = {
  readonly release: HelmRelease;
  readonly taken: Taken;
  readonly paths: ReadonlyMap<string, string>;
  readonly directory: string;
  readonly name: string;
  readonly secrets: SecretHandling;
};

function filesOf({release, taken, paths, directory, name, secrets}: Files): readonly NewFile[] {
  const {namespace, chart, revision} = release;
  const from = `the Helm release ${release.namespace}/${release.name}, revision ${revision}${chart === '' ? '' : ` of chart ${chart}`}`;
  const references = taken.objects.some(({hasReferences}) => hasReferences === true);
  return [
    ...importedStack({directory, name, from, namespace, references}),
    ...valuesFile(release, secrets),
    ...taken.objects.map(({id, object, holdsSecrets}) => ({
      path: paths.get(id) ?? '',
      text: writeYaml(identityOf(object).namespace === namespace ? withoutNamespace(object) : object),
      ...defined({isPrivate: holdsSecrets === true ? (true as const) : undefined}),
    })),
  ];
}

/** Returns a file with the values of the chart, for people. Gantry does not read it. */
function valuesFile({values, objects}: HelmRelease, secrets: SecretHandling): readonly NewFile[] {
  if (Object.keys(values).length === 0) return [];
  const isPlain = secrets === 'plain';
  const own = isPlain
    ? values
    : maskValues(
        values,
        objects.map(({object}) => object),
      );
  const head = '# The values that were passed to the chart, for reference. Gantry does not read this file.\n';
  return [
    {
      path: 'values.yaml',
      text: `${head}${writeYaml(own)}`,
      ...defined({isPrivate: isPlain ? (true as const) : undefined}),
    },
  ];
}
