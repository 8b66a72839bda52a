"""Turns a question and an answer into a statement, by rules.

"When did Beyonce release Dangerously in Love?" + "2003" -> "Beyonce released Dangerously in Love in 2003."
Only the frequent shapes are covered; for the rest `statement` gives None and the
claim stays "question answer". A wrong statement would be worse than none.
"""

import re

BE = r"(?:is|are|was|were)"
DO = r"(?:did|does|do)"
MODAL = r"(?:can|could|will|would|should|must|has|have|had)"
IRREGULAR = dict(
    pair.split(":")
    for pair in "begin:began become:became win:won lose:lost write:wrote take:took make:made give:gave get:got go:went come:came "
    "leave:left find:found hold:held lead:led meet:met build:built buy:bought sell:sold send:sent spend:spent see:saw "
    "say:said tell:told think:thought know:knew grow:grew fall:fell rise:rose run:ran sing:sang speak:spoke stand:stood "
    "teach:taught wear:wore fight:fought draw:drew drive:drove choose:chose break:broke bring:brought have:had do:did "
    "put:put set:set cut:cut hit:hit let:let read:read keep:kept feel:felt mean:meant pay:paid lie:lay lay:laid "
    "earn:earned join:joined open:opened die:died move:moved".split()
)


def past(verb: str) -> str | None:
    if verb in IRREGULAR:
        return IRREGULAR[verb]
    if verb.endswith("e"):
        return verb + "d"
    if re.search(r"[^aeiou]y$", verb):
        return verb[:-1] + "ied"
    if re.fullmatch(r"[a-z]*(?:ate|ish|ess|ect|ort|uct|end|ain|ack|alk|ook|elp|ask|ant|eat|ear|ort|arn|urn|ound|ign|est|ist)", verb):
        return verb + "ed"
    return None


def statement(question: str, answer: str) -> str | None:
    q = question.strip().rstrip("?").strip()
    answer = answer.strip().rstrip(".")
    if not q or not answer:
        return None

    # Who wrote X -> ANSWER wrote X ; What is X -> X is ANSWER
    m = re.match(rf"(?i)(who|what|which [\w ]{{2,30}}?) ({BE}) (.+)$", q)
    if m:
        rest = m.group(3)
        participle = re.match(r"[a-z]+(?:ed|ing|en|own) ", rest)
        if m.group(1).lower().startswith("which"):
            return f"{answer} {m.group(2)} {rest}."
        return f"{answer} {m.group(2)} {rest}." if participle else f"{capital(rest)} {m.group(2)} {answer}."
    m = re.match(rf"(?i)who ((?!{BE}\b|{DO}\b|{MODAL}\b)[a-z]+ .+)$", q)
    if m:
        return f"{capital(answer)} {m.group(1)}."

    # When/where was X born -> X was born in ANSWER
    m = re.match(rf"(?i)(?:when|where|in (?:what|which) \w+) ({BE}) (.+?) (\w+(?:ed|en|orn|ilt|eld|ade|old|eft|ound)\b.*)$", q)
    if m:
        return f"{capital(m.group(2))} {m.group(1)} {m.group(3)} {preposition(q, answer)}{answer}."

    # When/where did X do Y -> X did Y in ANSWER. "did" + bare verb is kept apart only when the verb is known.
    m = re.match(r"(?i)(?:when|where|in (?:what|which) \w+) did (.+?) ([a-z]+)((?: .*)?)$", q)
    if m:
        subject, verb, rest = split_subject(m.group(1), m.group(2), m.group(3))
        if verb:
            return f"{capital(subject)} {verb}{rest} {preposition(q, answer)}{answer}."

    # How many X are/did ... -> (There) ANSWER X are ...
    m = re.match(rf"(?i)how many ((?:[\w'-]+ ){{1,4}}?)({BE}|{MODAL}) (.+)$", q)
    if m and not m.group(3).startswith("there"):
        return f"{capital(answer)} {m.group(1)}{m.group(2)} {m.group(3)}."
    return None


def split_subject(head: str, last: str, rest: str) -> tuple[str, str | None, str]:
    """Finds the bare verb after "did": the first lower-case word we can put into the past and that follows a name."""
    words = f"{head} {last}{rest}".split(" ")
    for i in range(1, len(words)):
        if words[i].islower() and (words[i - 1][:1].isupper() or words[i - 1] in {"he", "she", "it", "they"}):
            verb = past(words[i])
            if verb:
                tail = " ".join(words[i + 1 :])
                return " ".join(words[:i]), verb, f" {tail}" if tail else ""
    return head, None, rest


def preposition(question: str, answer: str) -> str:
    """"in" before a place or year, "on" before a day; nothing where the answer brings its own."""
    if re.match(r"(?i)(?:in|on|at|from|between|after|before|during|since|near|around|the end|late|early)\b", answer):
        return ""
    if re.match(r"(?i)(?:january|february|march|april|may|june|july|august|september|october|november|december) \d|\d{1,2} [A-Z]", answer):
        return "on "
    return "in "


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


AUXILIARY = re.compile(r"\b(is|are|was|were|can|could|will|has|had|have)\b")


def yes_no_question(sentence: str) -> str | None:
    """"Paris is the capital." -> "Is Paris the capital?" for short sentences with one auxiliary near the start."""
    sentence = sentence.strip().rstrip(".")
    m = AUXILIARY.search(sentence)
    if not m or "," in sentence[: m.start()] or not 2 < m.start() < 60 or len(sentence) > 140:
        return None
    subject = sentence[: m.start()].strip()
    first = subject.split()[0]
    if first in {"There", "It", "That", "This", "What", "Who", "If", "When", "While", "As", "In", "On", "At"} or " not" in sentence[m.end() : m.end() + 4]:
        return None
    # names keep their capital; ordinary openers do not
    if first in {"The", "A", "An", "He", "She", "They", "Some", "All", "His", "Her", "Two", "People", "One", "Many"}:
        subject = subject[0].lower() + subject[1:]
    return f"{capital(m.group(1))} {subject} {sentence[m.end():].strip()}?"
