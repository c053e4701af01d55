import {basename} from 'node:path';
import {z} from 'zod';
import {type Diagnostic, isError} from '../core/diagnostic/diagnostic.ts';
import {inOrder} from '../core/diagnostic/in-order.ts';
import type {Origin} from '../core/diagnostic/origin.ts';
import {GantryError} from '../core/failure/failure.ts';
import {ChartSettings} from './chart-settings.ts';
import {Context} from './context.ts';
import {withoutContextValues} from './context-values.ts';
import {Guards} from './guards.ts';
import {HealthRules} from './health-rules.ts';
import {Identity} from './identity.ts';
import {IgnoreRules} from './ignore-rules.ts';
import {KubernetesVersion} from './kubernetes-version.ts';
import {Modules} from './modules.ts';
import {Name, WorkspaceLabels} from './names.ts';
import {parseDocument} from './parse-document.ts';
import {PolicyEntries} from './policy-entries.ts';
import {Protected} from './protected.ts';
import {Providers} from './providers.ts';
import {SecretStore, SecretStores} from './secret-store.ts';
import {Signatures} from './signatures.ts';
import {Trust} from './trust.ts';
import {readTrusted} from './untrusted/read-trusted.ts';
import {WorkspaceEnv} from './workspace-env.ts';

/** The schema of a workspace file. */
export const WorkspaceFile = z
  .strictObject({
    name: Name.optional().meta({description: 'The name of the workspace. Default: the name of the file.'}),
    labels: WorkspaceLabels,
    suspended: z.boolean().optional().meta({description: 'Whether apply is refused. Default: false.'}),
    protected: Protected,
    signatures: Signatures,
    kubernetesVersion: KubernetesVersion,
    context: Context.nullish().meta({description: 'The connection values of the cluster, and the keys of providers.'}),
    providers: Providers,
    identity: Identity,
    secretStore: SecretStore,
    secretStores: SecretStores,
    charts: ChartSettings,
    modules: Modules,
    env: WorkspaceEnv,
    ignore: IgnoreRules,
    health: HealthRules,
    policy: PolicyEntries,
    guards: Guards,
    trust: Trust,
    extends: z
      .string()
      .nullish()
      .meta({description: 'The base workspace: a file, relative to this one, or the name of a workspace beside it.'}),
  })
  .meta({
    title: 'Gantry workspace',
    description: 'A workspace: one environment, with its cluster, secret stores and rules.',
  });
/** A checked workspace file. */
export type WorkspaceFile = z.infer<typeof WorkspaceFile>;

/** A workspace with its name, which defaults to the name of the file. */
export type LoadedWorkspace = {
  readonly workspace: WorkspaceFile & {readonly name: string};
  readonly origin: Origin;
  /** Warnings. Errors are thrown. */
  readonly diagnostics: readonly Diagnostic[];
};

/**
 * Reads a workspace file.
 * @throws GantryError `input/invalid` with every problem of the file
 */
export const loadWorkspaceFile = async (path: string): Promise<LoadedWorkspace> => {
  const {file, text, diagnostics} = readTrusted(path);
  if (text === undefined) throw new GantryError({code: 'input/invalid', diagnostics});
  return parseWorkspaceText(text, file);
};

/** Parses the text of a workspace from a backend, or of a file that will be stored. */
export function parseWorkspaceText(text: string, file: string): LoadedWorkspace {
  const {value, origin, diagnostics: found} = parseDocument(WorkspaceFile, text, file);
  const diagnostics = found.map(withoutContextValues);
  if (value === undefined || diagnostics.some(isError)) {
    throw new GantryError({code: 'input/invalid', diagnostics: inOrder(diagnostics)});
  }
  return {workspace: {...value, name: value.name ?? nameOfFile(file)}, origin, diagnostics};
}

const nameOfFile = (file: string): string => basename(file).replace(/\.(?:ya?ml|json)$/, '');
