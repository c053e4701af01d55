import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';

/** A package whose code is in the bundle. */
export type BundledPackage = {
  readonly name: string;
  readonly version: string;
  /** The SPDX expression of its package.json. */
  readonly license: string;
  /** The texts of its licence and notice files. */
  readonly texts: readonly string[];
};

/**
 * Returns the packages that the modules of a bundle come from, by name and version.
 * @throws Error for a package without a licence or its text, which nobody may distribute
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
  const texts = licenceFiles(directory).map((file) => readFileSync(file, 'utf8').trim());
  if (texts.length > 0) return {name, version, license, texts};
  const text = withoutFile(directory, license);
  if (text === undefined) throw new Error(`${name} ${version} has no text of its licence ${license}`);
  return {name, version, license, texts: [text]};
}

const licenceFiles = (directory: string): readonly string[] =>
  readdirSync(directory, {withFileTypes: true})
    .filter((file) => file.isFile() && /^(?:licen[cs]e|notice|copying)/i.test(file.name))
    .map(({name}) => join(directory, name))
    .toSorted();

/** Returns the licence of a package without a file for it: the text of the Apache License is that of Gantry; others are in the README. */
function withoutFile(directory: string, license: string): string | undefined {
  if (license === 'Apache-2.0') return readFileSync('LICENSE', 'utf8').trim();
  const readme = readdirSync(directory).find((file) => /^readme/i.test(file));
  const text = readme === undefined ? '' : readFileSync(join(directory, readme), 'utf8');
  return /^(?:#+ *)?licen[cs]e *$[^]*/im.exec(text)?.[0].trim();
}

/** Returns one text with the licences and notices of all packages; packages with the same texts are listed together. */
export function licenceNotices(packages: readonly BundledPackage[]): string {
  const together = Map.groupBy(packages, ({texts}) => texts.join('\n\n'));
  const parts = [...together].map(([text, group]) => `${group.map(titleOf).join('\n')}\n\n${text}\n`);
  return `The program contains code of these packages.\n\n${parts.join(`\n${'-'.repeat(80)}\n\n`)}`;
}

const titleOf = ({name, version, license}: BundledPackage): string => `${name} ${version} (${license})`;
