import type {Command} from 'commander';
import type {StoreChoice} from '../../../app/workspace/choose-store.ts';
import type {CreateFromSecrets, createFromSecrets} from '../../../app/workspace/create-from-secrets.ts';
import type {createWorkspace} from '../../../app/workspace/create-workspace.ts';
import type {WorkspaceScope} from '../../../core/workspace/workspace-scope.ts';
import {defined} from '../../../lib/defined.ts';
import {shareQuestion} from '../../../ui/text/workspace/share-question.ts';
import {createdText} from '../../../ui/text/workspace/workspace-text.ts';
import {collect} from '../../flags/collect.ts';
import type {OpenSession, Session} from '../../session.ts';
import {usageError} from '../../usage.ts';
import {fromSecretsResult} from './from-secrets-result.ts';

const createLazily: typeof createWorkspace = async (request, deps) =>
  (await import('../../../app/workspace/create-workspace.ts')).createWorkspace(request, deps);

const createManyLazily: typeof createFromSecrets = async (request, deps) =>
  (await import('../../../app/workspace/create-from-secrets.ts')).createFromSecrets(request, deps);

type One = {
  readonly file?: string;
  readonly kubeconfig?: string;
  readonly kubeContext?: string | undefined;
  readonly allowPlaintext?: boolean;
};

type Many = {
  readonly namespace?: readonly string[];
  readonly key?: string;
  readonly selector?: string;
  readonly nameTemplate?: string;
  readonly update?: boolean;
};

type Flags = One & Many & {readonly fromSecrets?: boolean; readonly mine?: boolean; readonly shared?: boolean};

/** Defines `gantry workspace create [NAME] --file FILE | --kubeconfig FILE | --from-secrets -w MANAGEMENT -n NAMESPACE --key KEY`. */
export const defineWorkspaceCreate = (
  command: Command,
  open: OpenSession,
  run = createLazily,
  runMany = createManyLazily,
): Command =>
  command
    .argument('[name]', 'the name of the workspace; default: the name in the file')
    .option('-f, --file <file>', 'a workspace file, stored as it is')
    .option('--kubeconfig <file>', 'create the workspace for the cluster of this kubeconfig')
    .option('--kube-context <name>', 'the context in that kubeconfig')
    .option('--mine', 'store it in $GANTRY_HOME: only you use it, in every project (default without a terminal)')
    .option('--shared', 'store it in the backend of the project: everyone who uses the backend finds it')
    .option('--allow-plaintext', 'allow storing credentials in plain text where others can read them')
    .option('--from-secrets', 'create a workspace for each Secret with a kubeconfig in the cluster of -w')
    .option('-n, --namespace <namespace>', 'with --from-secrets: the namespace of the Secrets (repeatable)', collect)
    .option(
      '--key <key>',
      'with --from-secrets: the key in each Secret that holds the kubeconfig: admin.conf (Kamaji), value (Cluster API)',
    )
    .option('-l, --selector <labels>', 'with --from-secrets: only Secrets with these labels')
    .option(
      '--name-template <text>',
      'with --from-secrets: template of the workspace names: {name} (the Secret without -admin-kubeconfig or -kubeconfig), {secret}, {namespace}; default: {name}',
    )
    .option('--update', 'with --from-secrets: also update existing workspaces that differ from their Secrets')
    .action(async (name: string | undefined, {fromSecrets = false, mine, shared, ...flags}: Flags) => {
      refuseMixed(fromSecrets, {name, ...flags});
      if (mine === true && shared === true) throw usageError('--mine and --shared cannot be used together.');
      const session = await open();
      const store = storeChoice(mine === true ? 'mine' : shared === true ? 'shared' : undefined, session);
      if (fromSecrets) {
        const made = await runMany({...manyRequest(flags, session), ...store}, session.deps);
        return session.print(fromSecretsResult(made));
      }
      const {file, kubeconfig, kubeContext, allowPlaintext} = flags;
      const created = await run(
        {...session.globals.stack, ...store, ...defined({name, file, kubeconfig, kubeContext, allowPlaintext})},
        session.deps,
      );
      await session.print({document: created, text: () => createdText(created)});
    });

/** Returns who the workspace is for: what a flag says, or what the user answers at a terminal. */
function storeChoice(scope: WorkspaceScope | undefined, {ask, deps, globals}: Session): StoreChoice {
  if (scope !== undefined) return {scope};
  // `--yes` confirms only the creation. It does not mean that the workspace is shared.
  if (!deps.interactive || globals.yes) return {};
  return {ask: async (backend) => ((await ask(shareQuestion(backend))) ? 'shared' : 'mine')};
}

function manyRequest(flags: Many, {globals}: Session): CreateFromSecrets {
  const {namespace = [], key, selector, nameTemplate, update = false} = flags;
  if (namespace.length === 0) throw usageError('--from-secrets needs the namespace of the Secrets: -n NAMESPACE.');
  if (key === undefined)
    throw usageError(
      '--from-secrets needs the key that holds the kubeconfig: --key KEY.',
      'Kamaji uses the key admin.conf, Cluster API the key value.',
    );
  const more = defined({labelSelector: selector, nameTemplate});
  return {...globals.stack, namespaces: [...new Set(namespace)], key, update, ...more};
}

/** Refuses flags that have no effect in the chosen way of creating workspaces. */
function refuseMixed(
  fromSecrets: boolean,
  flags: Omit<Flags, 'fromSecrets' | 'mine' | 'shared'> & {readonly name?: string | undefined},
): void {
  const {name, file, kubeconfig, kubeContext, allowPlaintext, namespace, key, selector, nameTemplate, update} = flags;
  const one = {
    NAME: name,
    '--file': file,
    '--kubeconfig': kubeconfig,
    '--kube-context': kubeContext,
    '--allow-plaintext': allowPlaintext,
  };
  const several = {
    '-n': namespace,
    '--key': key,
    '--selector': selector,
    '--name-template': nameTemplate,
    '--update': update,
  };
  const [wrong] = Object.entries(fromSecrets ? one : several).find(([, value]) => value !== undefined) ?? [];
  if (wrong === undefined) return;
  throw fromSecrets
    ? usageError(
        `${wrong} and --from-secrets cannot be used together.`,
        'The names are made from the names of the Secrets: see --name-template.',
      )
    : usageError(`${wrong} works with --from-secrets only.`);
}
