import type { RequestRecord } from './models';

/** Kept at most; a page that makes more than this has a problem that the first ones show as well. */
const most = 2000;

/**
 * Writes down every request of this realm (page or worker) from its start on; the browser itself
 * reports them, so nothing that the realm fetches, imports or draws can be left out. A worker's
 * requests are seen only inside that worker: each realm counts for itself.
 */
export function countRequests(from: RequestRecord['from']): () => readonly RequestRecord[] {
  const records: RequestRecord[] = [];
  // Node has the class but no such entries.
  if (!PerformanceObserver.supportedEntryTypes?.includes('resource')) return () => records;
  // Chromium keeps 250 entries for observers that come late; the observer itself has no limit.
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) add(entry as PerformanceResourceTiming);
  });
  const add = ({ name, transferSize, startTime }: PerformanceResourceTiming) => {
    if (records.length < most && !name.startsWith('data:') && !name.startsWith('blob:'))
      records.push({
        url: name,
        bytes: transferSize,
        at: performance.timeOrigin + startTime,
        from,
      });
  };
  observer.observe({ type: 'resource', buffered: true });
  return () => {
    for (const entry of observer.takeRecords()) add(entry as PerformanceResourceTiming);
    return records.slice();
  };
}
