import {printableLines} from './printable.ts';

// oxlint-disable-next-line no-control-regex
const COLOURS = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\))/g;

/** Removes colours from a line that a container wrote and escapes all other control characters. Tabs stay. */
export const plainLine = (line: string): string => printableLines(line.replaceAll(COLOURS, '')).replaceAll('\n', '\\n');
