import {execFileSync} from 'node:child_process';
import {createHash} from 'node:crypto';
import {copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {parseArgs} from 'node:util';
import {writeExecutable} from './release/executable.ts';
import {nodeOfPlatform} from './release/node-of-platform.ts';

/**
 * `npm run release -- --tag vVERSION [--out DIR] [--platform PLATFORM]… [--node PLATFORM=FILE]…`: makes all files of a release: the package, an
 * executable for each platform (default: linux-x64 and linux-arm64), completion scripts, the licences, the bill of materials, and the
 * checksums of these files. The checkout must be the tagged commit without changes.
 */
const DEFAULT_OUT = 'build/release';
const {values} = parseArgs({
  options: {
    tag: {type: 'string'},
    out: {type: 'string', default: DEFAULT_OUT},
    platform: {type: 'string', multiple: true},
    node: {type: 'string', multiple: true, default: []},
  },
});
const {version} = JSON.parse(readFileSync('package.json', 'utf8')) as {readonly version: string};
const git = (...args: readonly string[]): string => execFileSync('git', args, {encoding: 'utf8'}).trim();
if (values.tag !== `v${version}`)
  throw new Error(`the tag of version ${version} is v${version}: pass --tag v${version}`);
if (git('status', '--porcelain') !== '') throw new Error('the checkout has changes: a release is made of a commit');
if (git('rev-parse', 'HEAD') !== git('rev-parse', `${values.tag}^{commit}`))
  throw new Error(`the checkout is not at the tag ${values.tag}`);

const given = new Map(values.node.map(givenNode));
const out = resolve(values.out);
if (values.out === DEFAULT_OUT) rmSync(out, {recursive: true, force: true});
mkdirSync(out, {recursive: true});
if (readdirSync(out).length > 0) throw new Error(`${out} is not empty`);
execFileSync('npm', ['pack', '--pack-destination', out], {stdio: ['ignore', 'ignore', 'inherit']});
for (const shell of ['bash', 'zsh', 'fish'])
  writeFileSync(join(out, `gantry.${shell}`), execFileSync(process.execPath, ['bin/gantry.js', 'completion', shell]));
copyFileSync('dist/sbom.cdx.json', join(out, `gantry-${version}.cdx.json`));
copyFileSync('dist/THIRD-PARTY-LICENSES', join(out, 'THIRD-PARTY-LICENSES'));
const platforms = new Set([...(values.platform ?? ['linux-x64', 'linux-arm64']), ...given.keys()]);
for (const platform of platforms) await executableFor(platform);
writeFileSync(join(out, 'SHA256SUMS'), readdirSync(out).toSorted().map(checksum).join(''));

function givenNode(text: string): readonly [string, string] {
  const [, platform, file] = /^([^=]+)=(.+)$/.exec(text) ?? [];
  if (platform === undefined || file === undefined) throw new Error(`--node ${text}: write PLATFORM=FILE`);
  return [platform, file];
}

async function executableFor(platform: string): Promise<void> {
  const work = mkdtempSync(join(out, '.node-'));
  try {
    const node = given.get(platform) ?? nodeOfPlatform(platform, work);
    const suffix = platform.startsWith('win') ? '.exe' : '';
    const isNative = platform === `${process.platform}-${process.arch}`;
    await writeExecutable({node, isNative, out: join(out, `gantry-${version}-${platform}${suffix}`)});
  } finally {
    rmSync(work, {recursive: true, force: true});
  }
}

/** A line that `sha256sum --check` reads. */
function checksum(name: string): string {
  const digest = createHash('sha256')
    .update(readFileSync(join(out, name)))
    .digest('hex');
  return `${digest}  ${name}\n`;
}
