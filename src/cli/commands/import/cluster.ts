import type {Command} from 'commander';
import type {importCluster} from '../../../app/import/import-cluster.ts';
import {defined} from '../../../lib/defined.ts';
import {importedText, nextAfterImport} from '../../../ui/text/import/import-text.ts';
import {collect} from '../../flags/collect.ts';
import {checkNamespace} from '../../flags/namespace.ts';
import {checkPrinted, readSecrets, SECRETS_FLAG, SECRETS_TEXT} from '../../flags/secret-handling.ts';
import type {OpenSession} from '../../session.ts';
import {usageError} from '../../usage.ts';

/** The use case behind `gantry import cluster`. Tests pass their own. */
export type ImportClusterCase = typeof importCluster;

const importLazily: ImportClusterCase = async (request, deps) =>
  (await import('../../../app/import/import-cluster.ts')).importCluster(request, deps);

type Flags = {
  readonly namespace?: readonly string[];
  readonly kind?: readonly string[] | undefined;
  readonly selector?: string;
  readonly out?: string | undefined;
  readonly secrets?: string;
};

/** Defines `gantry import cluster -n NS`: writes a stack from the objects in a namespace. */
export const defineImportCluster = (
  command: Command,
  open: OpenSession,
  run: ImportClusterCase = importLazily,
): Command =>
  command
    .option('-n, --namespace <namespace>', 'import the objects of this namespace; required (repeatable)', collect)
    .option('--kind <kind>', 'only this kind; required for kinds without a namespace (repeatable)', collect)
    .option('-l, --selector <labels>', 'only objects with these labels, for example app=web')
    .option('--out <dir>', 'the directory for the stack; default: the name of the first namespace')
    .option(SECRETS_FLAG, SECRETS_TEXT)
    .action(async (flags: Flags) => {
      const session = await open();
      const {globals, deps} = session;
      const onlyPrint = globals.output === 'yaml';
      const {stack: _, ...where} = globals.stack;
      const {imported, manifests} = await run({...where, ...readFlags(flags, onlyPrint)}, deps);
      await session.print({
        document: imported,
        yaml: onlyPrint ? manifests : undefined,
        text: (style) => importedText(imported, style),
        diagnostics: imported.diagnostics,
      });
      if (onlyPrint) session.remark(imported.diagnostics);
      else session.say((style) => nextAfterImport(imported, style));
    });

function readFlags({namespace = [], kind = [], selector, out, secrets}: Flags, onlyPrint: boolean) {
  const handling = readSecrets(secrets);
  if (namespace.length === 0) throw usageError('import cluster needs -n NAMESPACE.', 'The flag can be repeated.');
  namespace.forEach(checkNamespace);
  checkPrinted(onlyPrint, out, handling);
  return {
    namespaces: [...new Set(namespace)],
    kinds: kind,
    labelSelector: selector,
    secrets: handling,
    out,
    ...defined({onlyPrint: onlyPrint || undefined}),
  };
}
