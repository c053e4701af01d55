import {acquireControlPlane} from '../test/controlplane/for-tests.ts';
import {Deviation, tellDemo} from './tell-demo.ts';

/** `npm run demo`: the main job on a control plane, built first where that was never done. Ends with 1 when a step deviates. */
const color = process.stdout.isTTY && (process.env['NO_COLOR'] ?? '') === '';
const write = (text: string): void => void process.stdout.write(text);

const acquired = await acquireControlPlane();
if (acquired.kind === 'missing') {
  console.error(`The demo needs a Kubernetes API server: ${acquired.reason}. See "What it needs" in README.md.`);
  process.exitCode = 1;
} else {
  const {controlPlane} = acquired;
  const {kubeconfigPath, version, server, source, lacks} = controlPlane;
  try {
    write(`\nKubernetes ${version} (${source}) at ${server}\n`);
    if (lacks.length > 0)
      throw new Deviation(`this control plane lacks ${lacks.join(', ')}: nothing would become ready`);
    const begin = performance.now();
    await tellDemo({kubeconfigPath, write, color});
    write(`\n# Done in ${((performance.now() - begin) / 1000).toFixed(1)} s.\n`);
  } catch (error) {
    if (!(error instanceof Deviation)) throw error;
    console.error(`\nThe demo went wrong: ${error.message}.`);
    process.exitCode = 1;
  } finally {
    await controlPlane.stop();
  }
}
