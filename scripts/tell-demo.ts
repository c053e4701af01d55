import {stripVTControlCharacters} from 'node:util';
import {openStage, type Ran} from './shop-stage.ts';

/** A step answered something else than it should. */
export class Deviation extends Error {}

export type Demo = {
  readonly kubeconfigPath: string;
  readonly write: (text: string) => void;
  readonly color?: boolean;
  readonly source?: boolean;
};

type Expected = {readonly code?: number; readonly says?: readonly string[]};

/**
 * The main job, step by step, with the real program on a real API server. Every command is shown before it runs.
 * @throws Deviation at the first step that does not do what it should.
 */
export async function tellDemo({kubeconfigPath, write, color = false, source = false}: Demo): Promise<void> {
  const say = (text: string): void => write(`\n${text}\n`);
  const strong = (text: string): string => (color ? `\u001B[1m${text}\u001B[22m` : text);
  await using stage = await openStage({kubeconfigPath, color, source, onOutput: write});
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
