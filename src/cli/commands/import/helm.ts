import type {Command} from 'commander';
import type {importHelm} from '../../../app/import/import-helm.ts';
import type {importHelmChart} from '../../../app/import/import-helm-chart.ts';
import {defined} from '../../../lib/defined.ts';
import {helmChartImportedText, helmImportedText, nextAfterImport} from '../../../ui/text/import/import-text.ts';
import {checkNamespace} from '../../flags/namespace.ts';
import {checkPrinted, readSecrets, SECRETS_FLAG, SECRETS_TEXT} from '../../flags/secret-handling.ts';
import type {OpenSession} from '../../session.ts';
import {usageError} from '../../usage.ts';

/** The use case behind `gantry import helm`. Tests pass their own. */
export type ImportHelmCase = typeof importHelm;

const importLazily: ImportHelmCase = async (request, deps) =>
  (await import('../../../app/import/import-helm.ts')).importHelm(request, deps);

/** The use case behind `gantry import helm --as chart`. */
type ImportChartCase = typeof importHelmChart;

const importChartLazily: ImportChartCase = async (request, deps) =>
  (await import('../../../app/import/import-helm-chart.ts')).importHelmChart(request, deps);

type Flags = {
  readonly namespace?: string;
  readonly revision?: string | undefined;
  readonly out?: string | undefined;
  readonly secrets?: string;
  readonly as?: string;
  readonly path?: string;
  readonly repository?: string;
  readonly oci?: string;
  readonly force?: true;
};

/** Defines `gantry import helm RELEASE -n NS`: writes a stack from the objects or the chart of a Helm release. */
export const defineImportHelm = (command: Command, open: OpenSession, run: ImportHelmCase = importLazily): Command =>
  command
    .argument('<release>', 'the name of the Helm release')
    .option('-n, --namespace <namespace>', "the namespace of the release; default: that of the kubeconfig's context")
    .option('--revision <number>', 'the revision of the Helm release; default: the deployed one')
    .option('--out <dir>', 'the directory for the stack; default: the name of the release')
    .option(SECRETS_FLAG, SECRETS_TEXT)
    .option('--as <form>', 'what to write: manifests (default), or chart for a source with the chart and its values')
    .option('--path <path>', 'with --as chart: the directory or archive of the chart; default: the chart in the record')
    .option('--repository <url>', 'with --as chart: the repository of the chart')
    .option('--oci <url>', 'with --as chart: the address of the chart in an OCI registry')
    .option('--force', 'with --as chart: write the stack even if the chart differs, or objects would change')
    .action(async (name: string, flags: Flags) => {
      const session = await open();
      const {globals, deps} = session;
      const onlyPrint = globals.output === 'yaml';
      const {stack: _, ...where} = globals.stack;
      if (isChart(flags)) {
        if (onlyPrint) throw usageError('--as chart and -o yaml cannot be used together.');
        const {onlyPrint: _print, ...read} = readFlags(flags, onlyPrint);
        const {path, repository, oci, force = false} = flags;
        const from = defined({path, repository, oci});
        const {imported, failure} = await importChartLazily({...where, name, ...read, from, force}, deps);
        await session.print({
          document: imported,
          text: (style) => helmChartImportedText(imported, style),
          diagnostics: imported.diagnostics,
          ...defined({failure}),
        });
        if (failure === undefined) session.say((style) => nextAfterImport(imported, style));
        return;
      }
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

/** Reports whether the chart is wanted. @throws GantryError `input/usage` for flags that do not fit together */
function isChart({as, path, repository, oci, force}: Flags): boolean {
  if (as !== undefined && as !== 'manifests' && as !== 'chart')
    throw usageError(`--as ${as}: unknown value.`, 'Possible: manifests, chart.');
  const places = Object.entries({path, repository, oci}).filter(([, value]) => value !== undefined);
  const [first, second] = places.map(([flag]) => `--${flag}`);
  const only = first ?? (force === true ? '--force' : undefined);
  if (as !== 'chart' && only !== undefined) throw usageError(`${only} is only for --as chart.`);
  if (second !== undefined) throw usageError(`${first} and ${second} cannot be used together.`);
  return as === 'chart';
}

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
