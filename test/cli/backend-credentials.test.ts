import {mkdir, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {scratchDirectory} from '../rig/scratch.ts';
import {runGantry} from '../rig/stack.ts';

const KEY = 'hush/hush+now';

type Written = {
  readonly name: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly project?: string;
  readonly config?: string;
};

const CASES: readonly Written[] = [
  {name: '--backend with a login', args: ['--backend', `s3://AKIA:${KEY}@team-state`]},
  {name: '--backend with an option', args: ['--backend', `s3://team-state?secretAccessKey=${KEY}`]},
  {name: '--backend with a login in its endpoint', args: ['--backend', `s3://team?endpoint=https://a:${KEY}@minio`]},
  {name: 'GANTRY_BACKEND with a login', env: {GANTRY_BACKEND: `s3://AKIA:${KEY}@team-state`}},
  {name: 'GANTRY_BACKEND of no kind', env: {GANTRY_BACKEND: `minio://AKIA:${KEY}@team-state`}},
  {name: 'AWS_ENDPOINT_URL with a login', env: {GANTRY_BACKEND: 's3://team', AWS_ENDPOINT_URL: 'https://a:hush@minio'}},
  {name: 'project.yaml with a line', project: `backend: s3://AKIA:${KEY}@team-state\n`},
  {name: 'project.yaml with an endpoint', project: `backend: {s3: {bucket: team, endpoint: "https://a:hush@minio"}}\n`},
  {
    name: 'project.yaml with keys and no references',
    project: `backend:\n  s3:\n    bucket: team\n    credentials:\n      accessKeyId: ref://KEY\n      secretAccessKey: ${KEY}\n`,
  },
  {name: 'project.yaml with a key that is none', project: `backend: {s3: {bucket: team, secretAccessKey: ${KEY}}}\n`},
  {name: 'config.yaml with a line', config: `backends: {team: "s3://AKIA:${KEY}@team-state"}\n`},
  {
    name: 'config.yaml with keys and no references',
    config: `backend: {s3: {bucket: team, credentials: {accessKeyId: ref://KEY, secretAccessKey: ${KEY}}}}\n`,
  },
];

describe('credentials in the address of a backend', () => {
  it.each(CASES)(
    'credentials in $name are refused and not printed',
    async ({args = [], env = {}, project = '', config = ''}) => {
      const [dir, home] = [await scratchDirectory(), await scratchDirectory()];
      await writeFile(join(dir, 'project.yaml'), `name: shop\n${project}`);
      await mkdir(join(dir, 'web'));
      await writeFile(join(dir, 'web', 'stack.yaml'), 'name: web\nsources: []\n');
      await mkdir(join(home, '.gantry'));
      await writeFile(join(home, '.gantry', 'config.yaml'), config);
      for (const command of [
        ['workspace', 'list'],
        ['workspace', 'list', '-o', 'json'],
        ['preview', '-s', 'web'],
      ]) {
        const ran = await runGantry([...command, ...args], {dir, home, env});
        expect(ran, ran.stdout + ran.stderr).toMatchObject({code: 3});
        expect(ran.stdout + ran.stderr).not.toContain('hush');
      }
    },
  );
});
