import {execFileSync} from 'node:child_process';
import {createHash} from 'node:crypto';
import {existsSync, readFileSync} from 'node:fs';
import {join, resolve} from 'node:path';
import type {Lock} from '../without-unhashed.ts';

/**
 * Returns the path of Node.js for a platform like `linux-arm64`: that of the checkout, or the one of the npm package `node-PLATFORM`, whose hash is in
 * package-lock.json.
 * @throws Error if the lock has no hash of it, or the downloaded package has another one
 */
export function nodeOfPlatform(platform: string, work: string): string {
  const {version, integrity} = lockedNode(platform);
  // The program is prepared by this Node.js, and another version may not run it.
  if (version !== process.versions.node) throw new Error(`run this with Node.js ${version}: npm run release`);
  const own = resolve('node_modules', `node-${platform}`, 'bin/node');
  if (existsSync(own)) return own;
  const packing = ['pack', `node-${platform}@${version}`, '--pack-destination', work, '--silent'];
  const file = join(work, execFileSync('npm', packing, {encoding: 'utf8', cwd: work}).trim());
  const hash = `sha512-${createHash('sha512').update(readFileSync(file)).digest('base64')}`;
  if (hash !== integrity) throw new Error(`node-${platform} ${version} is not the package of package-lock.json`);
  execFileSync('tar', ['-xzf', file, '-C', work]);
  return join(work, 'package/bin/node');
}

function lockedNode(platform: string): {readonly version: string; readonly integrity: string} {
  const {packages} = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock;
  const {version, integrity} = packages[`node_modules/node-${platform}`] ?? {};
  if (version === undefined || integrity === undefined)
    throw new Error(
      `package-lock.json has no hash of node-${platform}; name a Node.js for it with --node ${platform}=FILE`,
    );
  return {version, integrity};
}
