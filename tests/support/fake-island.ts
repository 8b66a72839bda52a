import type { FakeSource } from './fake-documents';

/** A few made-up papers about an island; two of them disagree, one amends another. */
export const island: readonly FakeSource[] = [
  {
    path: 'science/petrel-census-2024.md',
    date: '2024-09-30',
    text: `# Storm petrel census 2024

## Method

Between 2 June and 28 July every plot was walked twice after dark. A burrow counts as occupied when a bird answers the recorded call from inside.

## Result

In 2024 we counted 4,318 occupied sites on Orrin Skerry. That is 3 percent more than in 2021 and the highest number since the census began.

| plot | occupied sites | change |
|---|---|---|
| North Wall | 911 | +2 % |
| West Scree | 1,604 | +6 % |
| Signal Hill | 703 | -1 % |
| Harbour | 1,100 | +3 % |

## Error

Some birds do not answer. We estimate that one site in twelve is missed, in every year alike, so that the trend holds even where the number does not.`,
  },
  {
    path: 'admin/annual-report-2024.md',
    date: '2025-01-20',
    text: `# Annual report 2024

The census team found 4,318 occupied storm petrel sites, a small rise. The battery was extended for £27,600. Ingrid Vasalund took over as director in March.`,
  },
  {
    path: 'community/newsletter-spring-2025.md',
    date: '2025-04-01',
    text: `# Newsletter, spring 2025

What a year for the petrels! The 2024 census brought 5,318 occupied sites on Orrin Skerry, our friends from the census team report.

The Fulmar sails again from 14 April. The crossing from Kellwick takes 55 minutes, or a little longer with the tide against her.`,
  },
  {
    path: 'handbook/safety-rules.md',
    date: '2023-02-11',
    text: `# Safety rules

## Cliffs

People stay at least 10 metres from the cliff edge, everywhere on the island and in every season.

## Radio

The morning check-in is at 8:00 on channel 8. Who misses two check-ins is looked for.`,
  },
  {
    path: 'notices/2025-02-14-cliff-distance.md',
    date: '2025-02-14',
    text: `# Notice of 14 February 2025: distance from the cliff edge

After the slide at North Wall the safety rules change. From today people stay at least 25 metres from the cliff edge. The 10 metres in the safety rules of 2023 no longer apply.`,
  },
  {
    path: 'history/lighthouse.md',
    text: `# The lighthouse

The lighthouse on Orrin Skerry was first lit on 4 November 1873. It was designed by Ada Merrow, who had drawn two harbour lights before and never saw the finished tower. The keepers' house now holds the library of the station.

The light was automated in 1971. Since then nobody has lived at the tower, and the stairs, one hundred and twelve of them, are swept once a year before the open day.`,
  },
];

/** A long text: `chapters` chapters of sixty paragraphs each, for what must not block the page. */
export function longText(chapters: number): string {
  const parts: string[] = ['# A long book'];
  for (let chapter = 1; chapter <= chapters; chapter++) {
    parts.push(`## Chapter ${chapter}`);
    for (let n = 1; n <= 60; n++)
      parts.push(
        `Paragraph ${n} of chapter ${chapter} tells how the tide came in that evening, slower than anyone had hoped, and how the boat lay at the quay with its ropes slack and its lamp already burning.`,
      );
  }
  return parts.join('\n\n');
}
