/** The start of the names of the permissions. */
export const BLOBS = 'Microsoft.Storage/storageAccounts/blobServices/containers/blobs';
