/** The number of diagnoses that a person reads; each takes several lists and logs. */
const MOST_DIAGNOSES = 20;

/** Returns a function that returns true for the first failures of a run, whose pods, events and logs are read, and false afterwards. */
export function limitDiagnoses(most = MOST_DIAGNOSES): () => boolean {
  let left = most;
  return () => left-- > 0;
}
