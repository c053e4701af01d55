import {stripVTControlCharacters} from 'node:util';
import {acquireControlPlane} from '../test/controlplane/for-tests.ts';
import {openStage, type Ran} from './shop-stage.ts';

/**
 * The main job, step by step, with the real program on a real API server: `npm run demo`. Every command is printed before it
 * runs. Ends with 1 at the first step that answers something else than it should.
 */

const color = process.stdout.isTTY && (process.env['NO_COLOR'] ?? '') === '';
const strong = (text: string): string => (color ? `\u001B[1m${text}\u001B[22m` : text);
const say = (text: string): void => void process.stdout.write(`\n${text}\n`);

class Deviation extends Error {}

type Expected = {readonly code?: number; readonly says?: readonly string[]};

async function demo(kubeconfigPath: string): Promise<void> {
  await using stage = await openStage({kubeconfigPath, color, onOutput: (text) => process.stdout.write(text)});
  const {namespace, edit, somebodyEdits} = stage;
  const gantry = async (line: string, {code = 0, says = []}: Expected = {}): Promise<void> => {
    say(strong(`$ gantry ${line}`));
    check(line, await stage.gantry(...line.split(' ')), {code, says});
  };
  const web = `/apis/apps/v1/namespaces/${namespace}/deployments/web`;

  say('# An application of eleven objects becomes a stack, in a namespace of its own.');
  await gantry('init --from manifests', {says: ['created stack.yaml']});
  say(strong(`$ echo "namespace: ${namespace}" >> stack.yaml`));
  await edit('stack.yaml', {to: `namespace: ${namespace}`});
  await gantry('validate', {says: ['11 resources']});

  say('# A workspace binds one cluster. Where each of its values comes from can be asked.');
  await gantry('workspace create demo --kubeconfig ~/.kube/config', {says: ['demo is kept']});
  await gantry('workspace explain -w demo', {says: ['kubeconfig']});

  say('# Preview shows the change (exit code 2: there is one), apply makes it and waits until all is ready.');
  await gantry('preview -w demo --exit-code', {code: 2, says: ['12 to create, 0 to update, 0 to delete']});
  await gantry('apply -w demo --yes', {says: ['Release 1', '12 created']});
  await gantry('apply -w demo --yes', {says: ['Nothing to do', '11 unchanged']});

  say('# A new version: the preview names the fields that change, and nothing else.');
  say(strong("$ sed -i 's/nginx:1.28/nginx:1.29/' manifests/web.yaml"));
  await edit('manifests/web.yaml', {from: 'nginx:1.28', to: 'nginx:1.29'});
  await gantry('preview -w demo', {says: ['"nginx:1.28" → "nginx:1.29"', '1 to update', '10 unchanged']});
  await gantry('apply -w demo --yes', {says: ['Release 2', '1 updated']});

  say('# Somebody else edits the live Deployment (replicas: 5). It is shown as drift, by name, and taken back.');
  await somebodyEdits(web, {spec: {replicas: 5}});
  await gantry('preview -w demo', {says: ['spec.replicas: 5 → 2', 'drift: kubectl-edit']});
  await gantry('apply -w demo --yes', {says: ['Release 3', '1 updated']});

  say('# Every apply left a release. Destroy removes what the stack holds; the namespace stays.');
  await gantry('release list -w demo', {says: ['3*', 'succeeded']});
  await gantry('destroy -w demo --yes', {says: ['Release 4', '11 deleted']});
}

function check(line: string, {code, output}: Ran, {code: wanted, says}: Required<Expected>): void {
  if (code !== wanted) throw new Deviation(`"gantry ${line}" ended with ${code}, not ${wanted}`);
  const plain = stripVTControlCharacters(output);
  const missing = says.find((text) => !plain.includes(text));
  if (missing !== undefined) throw new Deviation(`"gantry ${line}" did not say: ${missing}`);
}

const acquired = await acquireControlPlane();
if (acquired.kind === 'missing') {
  console.error(`The demo needs a Kubernetes API server: ${acquired.reason}. See "What it needs" in README.md.`);
  process.exitCode = 1;
} else {
  const {controlPlane} = acquired;
  const {kubeconfigPath, version, server, source, lacks} = controlPlane;
  try {
    say(`Kubernetes ${version} (${source}) at ${server}`);
    if (lacks.length > 0)
      throw new Deviation(`this control plane lacks ${lacks.join(', ')}: nothing would become ready`);
    const begin = performance.now();
    await demo(kubeconfigPath);
    say(`# Done in ${((performance.now() - begin) / 1000).toFixed(1)} s.`);
  } catch (error) {
    if (!(error instanceof Deviation)) throw error;
    console.error(`\nThe demo went wrong: ${error.message}.`);
    process.exitCode = 1;
  } finally {
    await controlPlane.stop();
  }
}
