import {normalised} from './record-transcript.ts';
import {openStage} from './shop-stage.ts';

const GOOD = 'nginx:1.28';
const BROKEN = 'nginx:1.29-broken';
const REPAIRED = 'nginx:1.29';

/** Records the example of docs/guides/troubleshooting.md with the real program: a rollout that fails, its cause and its repair. */
export async function recordFailingRollout(kubeconfigPath: string): Promise<string> {
  await using stage = await openStage({kubeconfigPath, source: true});
  const lines: string[] = [];
  const gantry = async (line: string, wanted = 0): Promise<void> => {
    const {code, output} = await stage.gantry(...line.split(' '));
    if (code !== wanted) throw new Error(`gantry ${line} ended with ${code}:\n${output}`);
    lines.push(`$ gantry ${line}`, ...output.trimEnd().split('\n'), '');
  };
  const edit = async (from: string, to: string): Promise<void> => {
    await stage.edit('manifests/web.yaml', {from, to});
    lines.push(`$ sed -i 's/${from}/${to}/' manifests/web.yaml`, '');
  };
  await stage.gantry('init', '--from', 'manifests');
  await stage.edit('stack.yaml', {to: `namespace: ${stage.namespace}`});
  await stage.gantry('workspace', 'create', 'dev', '--kubeconfig', '~/.kube/config');
  await stage.gantry('apply', '-w', 'dev', '--yes', '--quiet');
  await edit(GOOD, BROKEN);
  await gantry('preview -w dev');
  await gantry('apply -w dev --yes --quiet', 6);
  await edit(BROKEN, REPAIRED);
  await gantry('apply -w dev --yes --quiet');
  return normalised(lines.join('\n').trimEnd(), stage.namespace)
    .replaceAll(/\bweb-[0-9a-f]{7,10}-[0-9a-z]{5}\b/g, 'web-6d8f7c9b85-x7k2p')
    .replaceAll(/\(\d+ times\)/g, '(3 times)');
}
