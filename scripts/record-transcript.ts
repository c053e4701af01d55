import {openStage} from './shop-stage.ts';

/** Records the example of the README with the real program on a real cluster: an update beside drift, applied; then nothing to do. */
export async function recordTranscript(kubeconfigPath: string): Promise<string> {
  await using stage = await openStage({kubeconfigPath, source: true});
  const lines: string[] = [];
  const gantry = async (line: string): Promise<void> => {
    const {code, output} = await stage.gantry(...line.split(' '));
    if (code !== 0) throw new Error(`gantry ${line} ended with ${code}:\n${output}`);
    lines.push(`$ gantry ${line}`, ...output.trimEnd().split('\n'), '');
  };
  await stage.gantry('init', '--from', 'manifests');
  await stage.edit('stack.yaml', {to: `namespace: ${stage.namespace}`});
  await stage.gantry('workspace', 'create', 'dev', '--kubeconfig', '~/.kube/config');
  await gantry('apply -w dev --yes --quiet');
  await stage.edit('manifests/web.yaml', {from: 'nginx:1.28', to: 'nginx:1.29'});
  lines.push(
    "$ sed -i 's/nginx:1.28/nginx:1.29/' manifests/web.yaml      # your change; meanwhile somebody runs kubectl edit",
    '',
  );
  const web = `/apis/apps/v1/namespaces/${stage.namespace}/deployments/web`;
  await stage.somebodyEdits(web, {spec: {replicas: 5}});
  await gantry('preview -w dev');
  await gantry('apply -w dev --yes --quiet');
  await gantry('apply -w dev --yes');
  await gantry('release list -w dev');
  return normalised(lines.join('\n').trimEnd(), stage.namespace);
}

/** Replaces everything that differs by machine or by time with one example of it. */
export const normalised = (text: string, namespace: string): string =>
  text
    .replaceAll(namespace, 'shop')
    .replaceAll(/https:\/\/[^\s,]+/g, 'https://127.0.0.1:6443')
    .replaceAll(/\bv1\.\d+\.\d+[^\s,]*/g, 'v1.34.4')
    .replaceAll(/, context \S+/g, ', context dev')
    .replaceAll(/just now|\d+ (s|min|h) ago/g, '2 s ago')
    .replaceAll(/\b\d+(\.\d+)?s\b/g, '0.9s')
    .replaceAll(/[^\s(]+@\S+, pid \d+/g, 'you@laptop, pid 4711');
