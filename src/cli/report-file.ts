import {rename, rm, writeFile} from 'node:fs/promises';
import type {Report} from './flags/report-flag.ts';
import {checkOutputFile, draftOf, isOther, type OutputFile, statOf} from './output-file.ts';
import {hasMarker, withMarker} from './report-marker.ts';

const outputOf = ({format, file}: Report): OutputFile => ({
  flag: '--report',
  file,
  kind: `a ${format} report of Gantry`,
  isOwn: (text) => hasMarker(format, text),
});

/** Checks a report before the run does anything. @throws GantryError `input/usage` if it cannot be written. */
export const checkReportFile = (report: Report): Promise<void> => checkOutputFile(outputOf(report));

/** Writes the whole file or nothing, so that no reader sees half of it. */
export async function writeReportFile(report: Report, text: string): Promise<void> {
  const {format, file} = report;
  const target = await statOf(file);
  if (target !== undefined && !target.isFile()) return writeFile(file, text);
  // Checked again, because the report of an error can be written before checkReportFile has run.
  if (await isOther(outputOf(report)))
    throw new Error(`it is not a ${format} report of Gantry, and would be overwritten`);
  const draft = draftOf(file);
  try {
    await writeFile(draft, withMarker(format, text), {flag: 'wx'});
    await rename(draft, file);
  } catch (error) {
    await rm(draft, {force: true});
    throw error;
  }
}
