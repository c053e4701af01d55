import {dirname} from 'node:path';
import {findTool} from './find.ts';
import {UP_RUN} from './paths.ts';
import {stopRun, sweepRuns} from './stop.ts';
import {runningUp, up} from './up.ts';

// stdout is what a script wants (a path), stderr is talk: KUBECONFIG=$(npm run -s controlplane -- up)
const say = (line: string): void => console.error(line);

const COMMANDS: Readonly<Record<string, () => Promise<number>>> = {
  up: async () => {
    const {version, server, kubeconfigPath} = await up(say);
    say(`Kubernetes ${version} at ${server}`);
    console.log(kubeconfigPath);
    return 0;
  },
  down: async () => {
    const running = runningUp();
    await stopRun(UP_RUN);
    await sweepRuns();
    say(running ? 'stopped' : 'nothing ran');
    return 0;
  },
  status: async () => {
    const running = runningUp();
    if (!running) {
      console.log('not running');
      return 1;
    }
    const {version, server, source, kubeconfigPath, pids} = running;
    console.log(
      `Kubernetes ${version} (${source}) at ${server}\nkubeconfig ${kubeconfigPath}\nprocesses ${pids.join(' ')}`,
    );
    return 0;
  },
  tools: async () => {
    const kubectl = await findTool('kubectl', say);
    const helm = await findTool('helm', say);
    const helm4 = await findTool('helm4', say);
    if (!kubectl || !helm || !helm4) throw new Error('kubectl and helm are built with Go, which is not here');
    // As PATH takes it: not all are in one directory.
    console.log([...new Set([kubectl, helm, helm4].map((tool) => dirname(tool)))].join(':'));
    return 0;
  },
};

const [name = ''] = process.argv.slice(2);
const command = COMMANDS[name];
if (!command) {
  say('usage: npm run controlplane -- up | down | status | tools');
  process.exitCode = 2;
} else {
  try {
    process.exitCode = await command();
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}
