import {globSync, readFileSync} from 'node:fs';
import {join} from 'node:path';

/** A package whose code is in the bundle. */
export type BundledPackage = {
  readonly name: string;
  readonly version: string;
  /** The SPDX expression of its package.json. */
  readonly license: string;
  /** The texts of its licence and notice files, the longest part of what a distribution must contain. */
  readonly texts: readonly string[];
};

/**
 * Returns the packages that the modules of a bundle come from, by name and version.
 * @throws Error for a package without a licence, which nobody may distribute
 */
export function bundledPackages(moduleIds: readonly string[]): readonly BundledPackage[] {
  const directories = new Set(moduleIds.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(id) ?? []));
  const packages = [...directories].map(readPackage);
  const byKey = new Map(packages.map((one) => [`${one.name}@${one.version}`, one]));
  return [...byKey].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
}

function readPackage(directory: string): BundledPackage {
  const {name, version, license} = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as BundledPackage;
  if (typeof license !== 'string') throw new Error(`${name} ${version} has no licence in its package.json`);
  const files = globSync('{LICEN[CS]E,NOTICE,license,licence,COPYING}*', {cwd: directory}).toSorted();
  return {name, version, license, texts: files.map((file) => readFileSync(join(directory, file), 'utf8').trim())};
}

/** Returns one text with the licences and notices of all packages; packages with the same texts stand together. */
export function licenceNotices(packages: readonly BundledPackage[]): string {
  const together = Map.groupBy(packages, ({license, texts}) => (texts.length > 0 ? texts.join('\n\n') : license));
  const parts = [...together].map(([text, group]) => `${group.map(titleOf).join('\n')}\n\n${text}\n`);
  return `The program contains code of these packages.\n\n${parts.join(`\n${'-'.repeat(80)}\n\n`)}`;
}

const titleOf = ({name, version, license}: BundledPackage): string => `${name} ${version} (${license})`;
