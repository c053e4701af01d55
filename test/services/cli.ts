import {join} from 'node:path';
import {withLock} from '../controlplane/lock.ts';
import {stopRun, sweepRuns} from '../controlplane/stop.ts';
import {buildTofu} from '../rig/tofu.ts';
import {RUNS} from './paths.ts';
import {fingerprintOf, SERVICE, SERVICES, type ServiceName} from './services.ts';
import {type Running, runningIn, startService} from './start.ts';

// stdout is what a script wants, stderr is talk: eval "$(npm run -s services -- up minio)"
const say = (line: string): void => console.error(line);

/** Starts services that outlive this process, or finds those that run already. */
async function up(names: readonly ServiceName[]): Promise<number> {
  for (const name of names) {
    const dir = join(RUNS, name);
    const program = await SERVICE[name].program(say);
    if (program === undefined) throw new Error(`${name} needs ${SERVICE[name].needs}`);
    const wait = () => say('another process is starting it; waiting');
    const running = await withLock(`${dir}.lock`, wait, async () => {
      const known = runningIn(dir);
      if (known?.fingerprint === fingerprintOf(name, program)) return known;
      await stopRun(dir); // what may be left of one that died, or is made of other sources
      return startService({name, program, dir, mode: 'free'});
    });
    console.log(environmentOf(running));
  }
  return 0;
}

/** As a shell takes it. */
const environmentOf = ({name, endpoint, region, accessKeyId, secretAccessKey, caFile}: Running): string =>
  [
    `# ${name}`,
    `export AWS_ENDPOINT_URL_S3=${endpoint} AWS_REGION=${region}`,
    `export AWS_ACCESS_KEY_ID=${accessKeyId} AWS_SECRET_ACCESS_KEY=${secretAccessKey}`,
    ...(caFile === undefined ? [] : [`export AWS_CA_BUNDLE=${caFile}`]),
  ].join('\n');

async function down(names: readonly ServiceName[]): Promise<number> {
  for (const name of names) {
    const running = runningIn(join(RUNS, name));
    await stopRun(join(RUNS, name));
    say(`${name}: ${running ? 'stopped' : 'did not run'}`);
  }
  await sweepRuns(RUNS);
  return 0;
}

async function status(names: readonly ServiceName[]): Promise<number> {
  const found = names.map((name) => [name, runningIn(join(RUNS, name))] as const);
  for (const [name, running] of found) console.log(`${name}: ${running ? running.endpoint : 'not running'}`);
  return found.every(([, running]) => running !== undefined) ? 0 : 1;
}

/** Builds OpenTofu: GANTRY_TEST_TERRAFORM=$(npm run -s services -- tofu) npm test */
async function tofu(): Promise<number> {
  console.log(await buildTofu(say));
  return 0;
}

const COMMANDS: Readonly<Record<string, (names: readonly ServiceName[]) => Promise<number>>> = {up, down, status, tofu};

const [command = '', ...words] = process.argv.slice(2);
const names = words.length === 0 ? SERVICES : SERVICES.filter((name) => words.includes(name));
const work = COMMANDS[command];
if (work === undefined || names.length < words.length) {
  say(`usage: npm run services -- tofu | up | down | status [${SERVICES.join(' | ')}]…`);
  process.exitCode = 2;
} else {
  try {
    process.exitCode = await work(names);
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}
