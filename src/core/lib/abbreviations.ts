/** Word lists of the sentence splitter; lower case, without the last full stop. */
const list = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** What follows always belongs to the same sentence. */
export const alwaysInside = list(`
  mr mrs ms mx dr prof rev fr msgr gen sen rep gov capt cpt cmdr col lt maj sgt hon pres supt messrs mme
  mlle st mt ft vs v.s e.g i.e eg ie cf viz approx resp incl excl esp bzw vgl evtl ggf sog usw.`);

/** Belongs to the number that follows, else it may end a sentence ("No. 5" against "She said no."). */
export const beforeNumber = list(`
  no nos nr fig figs eq eqs sec secs sect ch chap vol vols art arts par para paras p pp tab app ref refs
  ex cl reg ann op lit abs tel ext jan feb mar apr jun jul aug sep sept oct nov dec c ca`);

/** The sentence goes on unless the next word is one that sentences start with. */
export const beforeName = list(`
  inc ltd co corp llc plc jr sr bros al univ dept dist est ed eds trans ave blvd rd assn assoc intl natl
  gmbh ag pty bd`);

/** Words with which a sentence starts far more often than a name. */
export const starters = list(`
  the a an in on at it he she they we i you this that these those there here however but and or so for as
  if when while after before since although though because his her their its our my your to by from with
  without no not what who whose why how where which then thus therefore also one two all any some many most
  such both each every either neither under over during within until upon moreover furthermore meanwhile
  finally first second third later today is are was were has have had do does did can could may might must
  shall should will would let despite unlike according additionally`);

export const germanMonths = list(
  'januar februar märz april mai juni juli august september oktober november dezember',
);
