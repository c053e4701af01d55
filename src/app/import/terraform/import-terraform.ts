import {basename, resolve} from 'node:path';
import {Name} from '../../../config/names.ts';
import {shownPath} from '../../../config/read-text.ts';
import {projectDirectory, projectNameIn, wrongInput} from '../../../config/stack-search.ts';
import type {Diagnostic} from '../../../core/diagnostic/diagnostic.ts';
import {importWarning, listed} from '../../../core/import/secret-notes.ts';
import type {Plan} from '../../../core/plan/plan.ts';
import {terraformStates} from '../../../engine/sealing/sealed-terraform.ts';
import {defined} from '../../../lib/defined.ts';
import type {TakenState} from '../../../ports/terraform-tool.ts';
import type {Deps} from '../../deps.ts';
import type {StackRequest} from '../../plan/release-requests.ts';
import {refuseUntrusted} from '../../untrusted/refused-untrusted.ts';
import {type ChosenWorkspace, chooseWorkspace} from '../../workspace/choose-workspace.ts';
import {surroundings} from '../../workspace/surroundings.ts';
import {removeWritten} from '../remove-written.ts';
import {hasFile, workspaceFlag} from '../workspace-flag.ts';
import {earlierImport} from './earlier-import.ts';
import {proveState} from './prove-state.ts';
import {type FoundStateFile, readStateFile, refuseMoved} from './read-state-file.ts';
import {recordState} from './record-state.ts';
import {refuseOthers, sourceEntry} from './source-entry.ts';

/** Request of `gantry import terraform`. */
export type ImportTerraform = Omit<StackRequest, 'stack'> & {
  /** A state file, or a directory with `.tf` files and a local state. */
  readonly state: string;
  /** The directory of the stack; default: a directory named like that of the state. */
  readonly out?: string | undefined;
  /** True to write `ref://…` in place of secret arguments. Otherwise a state with secret arguments is refused. */
  readonly references: boolean;
  /** Named providers of the workspace, for resources without an alias: `aws.main`. */
  readonly providers: readonly string[];
  /** The directory of the `.tf` files that the stack keeps as its source. Absent: the resources of the state become a spec. */
  readonly source?: string | undefined;
  /** Files of variables of the source, as for `terraform apply -var-file`. */
  readonly varFiles: readonly string[];
};

/** The answer of `gantry import terraform`. */
export type ImportedTerraform = {
  readonly formatVersion: 1;
  readonly workspace: string;
  /** The value of `-w` for the new stack. */
  readonly workspaceFlag?: string;
  /** `same`: an earlier import took the state over. */
  readonly result: 'imported' | 'same';
  readonly state: Pick<TakenState, 'lineage' | 'serial'>;
  /** The revision of the release with the resources. */
  readonly revision?: number;
  readonly directory?: string | undefined;
  readonly created: readonly string[];
  readonly resources: readonly {readonly id: string; readonly address: string}[];
  readonly skipped: TakenState['skipped'];
  /** The plan of the new stack: without changes, if the providers have what the state says. */
  readonly plan?: Plan;
  readonly diagnostics: readonly Diagnostic[];
};

/**
 * Makes a stack of a state of Terraform: writes its resources as a spec, or keeps the files that it belongs to, stores the state in the sealed backend,
 * and records a release. No resource is changed: the providers are only asked to read, by the plan that proves the stack. Run twice, it does nothing the
 * second time.
 * @throws GantryError for a state that cannot be taken, a state or a stack that is there already, a file that exists, a backend without a seal
 */
export async function importTerraform(request: ImportTerraform, deps: Deps): Promise<ImportedTerraform> {
  refuseUntrusted('Terraform runs the providers that the state names, and they are programs');
  const {directory: where = '.', out, references, providers} = request;
  const here = resolve(deps.cwd, where);
  const chosen = await chooseWorkspace({request, ...(await surroundings(request, deps))}, deps);
  const {name, from, place, file: written} = chosen;
  deps.onEvent({
    type: 'workspace-chosen',
    workspace: name,
    from,
    file: place === 'backend' ? `backend:${written}` : written,
  });
  const backend = await deps.backend();
  const states = await terraformStates(backend);
  const code = request.source === undefined ? undefined : resolve(here, request.source);
  const file = await readStateFile(request.state, here, code);
  const directory = resolve(here, out ?? (code === undefined ? basename(file.directory) : `${basename(code)}-stack`));
  const source = code === undefined ? undefined : sourceEntry({code, directory, here}, request.varFiles);
  const names = namesOf(directory, chosen);
  const tool = await deps.terraform();
  const taken = await tool.take({
    ...file,
    accounts: accountsIn(providers),
    hasSource: source !== undefined,
    signal: deps.signal,
  });
  if (!references) refuseSecrets(taken);
  const {history, isSame} = await earlierImport({names, taken, backend, states, originOf: tool.originOf});
  const {lineage, serial} = taken;
  const facts = {
    formatVersion: 1 as const,
    workspace: chosen.name,
    workspaceFlag: workspaceFlag(chosen, directory),
    state: {lineage, serial},
    directory: shownPath(directory),
    resources: taken.resources.map(({id, address}) => ({id, address})),
    skipped: taken.skipped,
  };
  if (isSame)
    return {...facts, result: 'same', created: [], diagnostics: [], ...defined({revision: history.last?.revision})};
  const {created, prepared, document} = await proveState(
    {directory, workspace: flagOf(chosen), name: names.stack, from: originText(file, taken), taken, source},
    // Each attempt is a plan of its own: only the last one is reported.
    {...deps, onEvent: () => undefined},
  );
  await using proven = prepared;
  await refuseUnfit({request, file, here, plan: proven.plan}).catch((error: unknown) => {
    removeWritten(created, directory, false);
    throw error;
  });
  const revision = await recordState({names, history, backend, states, taken, document, prepared: proven}, deps);
  return {
    ...facts,
    result: 'imported',
    revision,
    created: created.map(shownPath),
    plan: proven.plan,
    diagnostics: [...referenceNotes(taken), ...differenceNotes(proven.plan), ...proven.plan.diagnostics],
  };
}

type Proven = {
  readonly request: Pick<ImportTerraform, 'source' | 'state'>;
  readonly file: FoundStateFile;
  readonly here: string;
  readonly plan: Plan;
};

/** Refuses files of another module, and a state that was written since it was read. */
async function refuseUnfit({request: {source, state}, file, here, plan}: Proven): Promise<void> {
  if (source !== undefined) refuseOthers(source, plan);
  await refuseMoved(file, state, here);
}

/** The flag is relative to the new stack, and this run has another current directory. */
const flagOf = (workspace: ChosenWorkspace): string => (hasFile(workspace) ? workspace.file : workspace.name);

function namesOf(directory: string, {name: workspace}: ChosenWorkspace) {
  const stack = basename(directory);
  if (!Name.safeParse(stack).success)
    throw wrongInput(
      'import/terraform-state',
      `${stack} cannot be the name of a stack`,
      'Choose a directory with --out DIR: its name is the name of the stack.',
    );
  const projectDir = projectDirectory(directory);
  return {project: projectDir === undefined ? stack : projectNameIn(projectDir), stack, workspace};
}

const accountsIn = (providers: readonly string[]): ReadonlyMap<string, string> =>
  new Map(
    providers.map((one) => {
      const [provider = '', name = ''] = one.split('.');
      return [provider, name] as const;
    }),
  );

const originText = ({path}: FoundStateFile, {lineage, serial}: TakenState): string =>
  `the Terraform state ${basename(path)}, lineage ${lineage}, serial ${serial}`;

const referencesIn = ({secrets}: TakenState): readonly string[] =>
  [...secrets].flatMap(([name, fields]) => [...fields.keys()].map((key) => `ref://${name}/${key}`));

function refuseSecrets(taken: TakenState): void {
  const references = referencesIn(taken);
  if (references.length === 0) return;
  throw wrongInput(
    'import/secret-values',
    `arguments of the state are, or may be, secret: ${listed(references.map((one) => one.slice('ref://'.length)))}`,
    `Pass --secrets refs: the spec then has references (${references[0]}) whose values are read from the workspace's secret store.`,
  );
}

const referenceNotes = (taken: TakenState): readonly Diagnostic[] => {
  const references = referencesIn(taken);
  return references.length === 0
    ? []
    : [
        importWarning(
          'secret-references',
          `these values are read from the workspace's secret store: ${listed(references)}`,
          'Store each value there before the next preview. The values are in the state file that you have imported.',
        ),
      ];
};

function differenceNotes({changes}: Plan): readonly Diagnostic[] {
  const differing = changes.filter(({action}) => action !== 'unchanged').map(({id, action}) => `${id} (${action})`);
  return differing.length === 0
    ? []
    : [
        importWarning(
          'terraform-differs',
          `these resources differ from the state: ${listed(differing)}`,
          'Look at "gantry preview" before an apply: somebody may have changed them at their provider.',
        ),
      ];
}
