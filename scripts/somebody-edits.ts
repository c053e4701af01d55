import {plainHttps} from './plain-https.ts';

/** `node somebody-edits.ts PATH PATCH`: what `kubectl edit` sends, to the cluster of KUBECONFIG, without Gantry's client. */
const [path = '', patch = ''] = process.argv.slice(2);
const send = await plainHttps(process.env['KUBECONFIG'] ?? '');
const status = await send('PATCH', `${path}?fieldManager=kubectl-edit`, JSON.parse(patch));
if (status !== 200) {
  console.error(`the patch of ${path} was answered with ${status}`);
  process.exitCode = 1;
}
