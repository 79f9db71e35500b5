<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en">
<context>
    <name>Amounts</name>
    <message numerus="yes">
        <source>%n minute(s)</source>
        <translation>
            <numerusform>%n minute</numerusform>
            <numerusform>%n minutes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n hour(s)</source>
        <translation>
            <numerusform>%n hour</numerusform>
            <numerusform>%n hours</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n day(s)</source>
        <translation>
            <numerusform>%n day</numerusform>
            <numerusform>%n days</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>CheckPage</name>
    <message numerus="yes">
        <source>on {device}, %n core(s)</source>
        <translation>
            <numerusform>on {device}, %n core</numerusform>
            <numerusform>on {device}, %n cores</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln step(s); may stop earlier</source>
        <translation>
            <numerusform>%Ln step; may stop earlier</numerusform>
            <numerusform>%Ln steps; may stop earlier</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ExpertPage</name>
    <message numerus="yes">
        <source>⚠ %n problem(s) to fix first</source>
        <translation>
            <numerusform>⚠ %n problem to fix first</numerusform>
            <numerusform>⚠ %n problems to fix first</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>FileCard</name>
    <message numerus="yes">
        <source>%Ln need checking</source>
        <translation>
            <numerusform>%Ln needs checking</numerusform>
            <numerusform>%Ln need checking</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{done} of %Ln sentence(s)</source>
        <translation>
            <numerusform>{done} of %Ln sentence</numerusform>
            <numerusform>{done} of %Ln sentences</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln sentence(s)</source>
        <translation>
            <numerusform>%Ln sentence</numerusform>
            <numerusform>%Ln sentences</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Stopped at {percent} %: {done} of %Ln sentence(s) done</source>
        <translation>
            <numerusform>Stopped at {percent} %: {done} of %Ln sentence done</numerusform>
            <numerusform>Stopped at {percent} %: {done} of %Ln sentences done</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>GlossaryPresenter</name>
    <message numerus="yes">
        <source>%n term(s) removed.</source>
        <translation>
            <numerusform>%n term removed.</numerusform>
            <numerusform>%n terms removed.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n term(s) imported.</source>
        <translation>
            <numerusform>%n term imported.</numerusform>
            <numerusform>%n terms imported.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n line(s) left out.</source>
        <translation>
            <numerusform>%n line left out.</numerusform>
            <numerusform>%n lines left out.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n term(s) written to {name}.</source>
        <translation>
            <numerusform>%n term written to {name}.</numerusform>
            <numerusform>%n terms written to {name}.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ImportDialog</name>
    <message numerus="yes">
        <source>%n new term(s) in {name}</source>
        <translation>
            <numerusform>%n new term in {name}</numerusform>
            <numerusform>%n new terms in {name}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>&amp;Replace %n translation(s) that differ</source>
        <translation>
            <numerusform>&amp;Replace %n translation that differs</numerusform>
            <numerusform>&amp;Replace %n translations that differ</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n line(s) will be left out:</source>
        <translation>
            <numerusform>%n line will be left out:</numerusform>
            <numerusform>%n lines will be left out:</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message numerus="yes">
        <source>%Ln file(s)</source>
        <translation>
            <numerusform>%Ln file</numerusform>
            <numerusform>%Ln files</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ModelCard</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>NoticeLine</name>
    <message numerus="yes">
        <source>%Ln note(s)</source>
        <translation>
            <numerusform>%Ln note</numerusform>
            <numerusform>%Ln notes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>NoticeList</name>
    <message numerus="yes">
        <source>%Ln more note(s)</source>
        <translation>
            <numerusform>%Ln more note</numerusform>
            <numerusform>%Ln more notes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Preview</name>
    <message numerus="yes">
        <source>Encoding of the %n file(s): {name}</source>
        <translation>
            <numerusform>Encoding of the %n file: {name}</numerusform>
            <numerusform>Encoding of the %n files: {name}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln pair(s), {share} % of the training text</source>
        <translation>
            <numerusform>%Ln pair, {share} % of the training text</numerusform>
            <numerusform>%Ln pairs, {share} % of the training text</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RecipePage</name>
    <message numerus="yes">
        <source>%n setting(s) changed: {changed}</source>
        <translation>
            <numerusform>%n setting changed: {changed}</numerusform>
            <numerusform>%n settings changed: {changed}</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ScoresView</name>
    <message numerus="yes">
        <source>%n sentence(s)</source>
        <translation>
            <numerusform>%n sentence</numerusform>
            <numerusform>%n sentences</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>UndoStrip</name>
    <message numerus="yes">
        <source>%n more can be restored.</source>
        <translation>
            <numerusform>%n more can be restored.</numerusform>
            <numerusform>%n more can be restored.</numerusform>
        </translation>
    </message>
</context>
</TS>
