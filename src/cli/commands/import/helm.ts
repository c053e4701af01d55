import type {Command} from 'commander';
import type {importHelm} from '../../../app/import/import-helm.ts';
import {defined} from '../../../lib/defined.ts';
import {helmImportedText, nextAfterImport} from '../../../ui/text/import/import-text.ts';
import {checkNamespace} from '../../flags/namespace.ts';
import {checkPrinted, readSecrets, SECRETS_FLAG, SECRETS_TEXT} from '../../flags/secret-handling.ts';
import type {OpenSession} from '../../session.ts';
import {usageError} from '../../usage.ts';

/** The use case behind `gantry import helm`. Tests pass their own. */
export type ImportHelmCase = typeof importHelm;

const importLazily: ImportHelmCase = async (request, deps) =>
  (await import('../../../app/import/import-helm.ts')).importHelm(request, deps);

type Flags = {
  readonly namespace?: string;
  readonly revision?: string | undefined;
  readonly out?: string | undefined;
  readonly secrets?: string;
};

/** Defines `gantry import helm RELEASE -n NS`: writes a stack from the objects of a Helm release. */
export const defineImportHelm = (command: Command, open: OpenSession, run: ImportHelmCase = importLazily): Command =>
  command
    .argument('<release>', 'the name of the Helm release')
    .option('-n, --namespace <namespace>', "the namespace of the release; default: that of the kubeconfig's context")
    .option('--revision <number>', 'the revision of the Helm release; default: the deployed one')
    .option('--out <dir>', 'the directory for the stack; default: the name of the release')
    .option(SECRETS_FLAG, SECRETS_TEXT)
    .action(async (name: string, flags: Flags) => {
      const session = await open();
      const {globals, deps} = session;
      const onlyPrint = globals.output === 'yaml';
      const {stack: _, ...where} = globals.stack;
      const {imported, manifests} = await run({...where, name, ...readFlags(flags, onlyPrint)}, deps);
      await session.print({
        document: imported,
        yaml: onlyPrint ? manifests : undefined,
        text: (style) => helmImportedText(imported, style),
        diagnostics: imported.diagnostics,
      });
      if (onlyPrint) session.remark(imported.diagnostics);
      else session.say((style) => nextAfterImport(imported, style));
    });

function readFlags({namespace, revision, out, secrets}: Flags, onlyPrint: boolean) {
  const handling = readSecrets(secrets);
  if (namespace !== undefined) checkNamespace(namespace);
  if (revision !== undefined && !/^[1-9]\d{0,8}$/.test(revision))
    throw usageError(`--revision ${revision}: not a number of at least 1.`, 'List them with "helm history RELEASE".');
  checkPrinted(onlyPrint, out, handling);
  return {
    ...defined({namespace}),
    revision: revision === undefined ? undefined : Number(revision),
    secrets: handling,
    out,
    ...defined({onlyPrint: onlyPrint || undefined}),
  };
}
